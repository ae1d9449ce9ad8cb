//! A points stage as a report file (TRF) of pairing programs, with a section file of its settings: `qisai
//! pair` makes of the two the pairing that is proposed here.

use std::collections::{BTreeMap, BTreeSet};

use super::field::Field;
use super::notice::Export;
use super::proposal::Basis;
use super::{Duty, Halt, PlayRefusal, Turn};
use crate::config::{FirstRed, SectionFile, Swiss};
use crate::tournament::{Side, StartNumber};
use crate::trf::{Forbidden, Trf};

/// Sends both files: the stage after its newest published round, and who is there for the next.
pub fn export(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::ExportList)?;
    turn.require_private()?;
    let field = Field::load(turn)?;
    if field.history.players.is_empty() {
        return Err(PlayRefusal::NotDrawn.into());
    }
    let rounds = u32::try_from(field.history.rounds.len()).unwrap_or(u32::MAX);
    let basis = Basis::load(turn, &field, rounds.saturating_add(1))?;
    let score = turn.swiss().score;
    let stated = field
        .history
        .rounds
        .iter()
        .flat_map(|round| round.granted.values());
    turn.reply(Export::ReportFile {
        competition: turn.competition().name.clone(),
        rounds,
        // A draw's points are H, an absence's Z; F would be a bye had.
        inexact: stated
            .into_iter()
            .any(|points| ![score.draw, score.absence].contains(points)),
        trf: report_file(turn, &field, &basis).write(),
        section: section_file(turn, &field, &basis).write(),
    })
}

fn report_file(turn: &Turn<'_>, field: &Field, basis: &Basis) -> Trf {
    let rules = turn.swiss();
    let name = |no: StartNumber| {
        let player = field.player(no);
        player.map(|player| player.name.clone()).unwrap_or_default()
    };
    let mut trf = Trf::of(&field.history, &rules.score, name);
    trf.name = Some(turn.competition().name.clone());
    trf.rounds = Some(rules.rounds);
    trf.first_side = Some(match rules.first_red {
        FirstRed::Smaller => Side::Red,
        FirstRed::Larger => Side::Black,
    });
    let away = field.history.players.iter().map(|player| player.no);
    trf.absent = away.filter(|no| !basis.active.contains(no)).collect();
    let known: BTreeSet<StartNumber> = trf.players.iter().map(|player| player.no).collect();
    let apart = basis.forbidden.iter();
    trf.forbidden = apart
        .map(|pair| vec![pair.smaller(), pair.larger()])
        .filter(|pair| pair.iter().all(|no| known.contains(no)))
        .map(|players| Forbidden {
            players,
            rounds: None,
        })
        .collect();
    trf
}

/// What the report file cannot say.
fn section_file(turn: &Turn<'_>, field: &Field, basis: &Basis) -> SectionFile {
    let rules = turn.swiss();
    let players = &field.history.players;
    let mut sections: Vec<(String, Vec<u32>)> = Vec::new();
    let all = &turn.competition().sections;
    for section in all.iter().filter(|_| all.len() > 1) {
        let of_section = field.of_section(&section.key);
        sections.push((
            section.key.clone(),
            of_section.iter().map(|no| no.0).collect(),
        ));
    }
    let mut fixed_tables = BTreeMap::new();
    let mut taken = BTreeSet::new();
    for (no, table) in basis.own_tables() {
        // A report file has one player at a table; here the earlier game has it.
        if players.iter().any(|player| player.no == no) && taken.insert(table) {
            fixed_tables.insert(no.0, table);
        }
    }
    let fouls = players.iter().filter(|player| player.fouls > 0);
    SectionFile {
        swiss: Swiss {
            ranking: field.rankings.stage.clone(),
            ..rules.clone()
        },
        rounds: Some(rules.rounds),
        section_rankings: if sections.is_empty() {
            BTreeMap::new()
        } else {
            field.rankings.sections.clone()
        },
        sections,
        fixed_tables,
        fouls: fouls.map(|player| (player.no.0, player.fouls)).collect(),
        ..SectionFile::default()
    }
}
