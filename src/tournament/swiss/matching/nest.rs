use super::Cost;

/// Sets of vertices of which any two are apart or one in the other: the blossoms with a positive price.
#[derive(Debug, Clone)]
pub(in crate::tournament) struct Nest<C> {
    /// Of each vertex: the smallest set around it.
    innermost: Vec<Option<u32>>,
    /// Outer sets come before the sets inside them.
    sets: Vec<Set<C>>,
}

#[derive(Debug, Clone)]
struct Set<C> {
    around: Option<u32>,
    /// How many sets there are around this one, itself counted.
    depth: usize,
    /// Their prices.
    sum: C,
}

/// How many sets have two vertices in common, and the sum of their prices.
pub(in crate::tournament) type Common<C> = (usize, C);

impl<C: Cost> Nest<C> {
    /// `chain` gives the blossoms with a positive price around a vertex and their prices, from the inside
    /// out; blossoms are numbered below `blossoms`.
    pub(super) fn new(
        vertices: usize,
        blossoms: usize,
        chain: impl Fn(usize) -> Vec<(usize, C)>,
    ) -> Nest<C> {
        let mut number = vec![None; blossoms];
        let mut nest = Nest {
            innermost: Vec::with_capacity(vertices),
            sets: Vec::new(),
        };
        for vertex in 0..vertices {
            let chain = chain(vertex);
            let mut around = None;
            for &(blossom, price) in chain.iter().rev() {
                let known = *number[blossom].get_or_insert_with(|| {
                    let (depth, sum) = nest.total(around);
                    nest.sets.push(Set {
                        around,
                        depth: depth + 1,
                        sum: sum + price,
                    });
                    nest.sets.len() as u32 - 1
                });
                around = Some(known);
            }
            nest.innermost.push(around);
        }
        nest
    }

    fn total(&self, set: Option<u32>) -> Common<C> {
        set.map_or((0, C::from(0)), |set| {
            let set = &self.sets[set as usize];
            (set.depth, set.sum)
        })
    }

    /// What all sets around a vertex cost.
    pub(super) fn sum(&self, vertex: usize) -> C {
        self.total(self.innermost[vertex]).1
    }

    /// How many sets there are around a vertex.
    pub(in crate::tournament) fn depth(&self, vertex: usize) -> usize {
        self.total(self.innermost[vertex]).0
    }

    /// The most sets around one vertex.
    pub(in crate::tournament) fn deepest(&self) -> usize {
        self.sets.iter().map(|set| set.depth).max().unwrap_or(0)
    }

    #[cfg(test)]
    pub(super) fn sets(&self) -> usize {
        self.sets.len()
    }

    pub(in crate::tournament) fn common(&self, u: usize, v: usize) -> Common<C> {
        let (mut one, mut other) = (self.innermost[u], self.innermost[v]);
        while let (Some(inner), Some(outer)) = (one, other) {
            if inner == outer {
                return self.total(one);
            }
            // Sets that are around others have smaller numbers.
            if inner > outer {
                one = self.sets[inner as usize].around;
            } else {
                other = self.sets[outer as usize].around;
            }
        }
        (0, C::from(0))
    }

    /// Of each set: what a vertex in it has in common with `vertex`. For many look-ups by
    /// [`Nest::common_in`].
    pub(in crate::tournament) fn row(&self, vertex: usize, row: &mut Vec<Common<C>>) {
        row.clear();
        let mut ancestor = vec![];
        let mut set = self.innermost[vertex];
        while let Some(around) = set {
            ancestor.push(around);
            set = self.sets[around as usize].around;
        }
        for (number, set) in (0..).zip(&self.sets) {
            row.push(if ancestor.last() == Some(&number) {
                ancestor.pop();
                (set.depth, set.sum)
            } else {
                set.around
                    .map_or((0, C::from(0)), |around| row[around as usize])
            });
        }
    }

    pub(in crate::tournament) fn common_in(&self, row: &[Common<C>], vertex: usize) -> Common<C> {
        self.innermost[vertex].map_or((0, C::from(0)), |set| row[set as usize])
    }
}
