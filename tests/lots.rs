//! Lots recomputed by someone who has nothing but the description.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use qisai::tournament::lot::{LotFault, Secret, commitment, order, verify};
use sha2::{Digest, Sha256};

/// ChaCha20 as in RFC 8439, section 2.3, but with Bernstein's original 64-bit counter and 64-bit nonce.
fn block(key: [u8; 32], counter: u64) -> [u8; 64] {
    let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap());
    let mut start = [0u32; 16];
    for (slot, bytes) in start.iter_mut().zip(b"expand 32-byte k".chunks(4)) {
        *slot = word(bytes);
    }
    for (slot, bytes) in start[4..].iter_mut().zip(key.chunks(4)) {
        *slot = word(bytes);
    }
    start[12] = counter as u32;
    start[13] = (counter >> 32) as u32;

    let mut state = start;
    let mut quarter = |a: usize, b: usize, c: usize, d: usize| {
        for (x, y, z, turn) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
            state[x] = state[x].wrapping_add(state[y]);
            state[z] = (state[z] ^ state[x]).rotate_left(turn);
        }
    };
    for _ in 0..10 {
        for column in 0..4 {
            quarter(column, column + 4, column + 8, column + 12);
        }
        quarter(0, 5, 10, 15);
        quarter(1, 6, 11, 12);
        quarter(2, 7, 8, 13);
        quarter(3, 4, 9, 14);
    }
    let mut bytes = [0; 64];
    for (chunk, (word, start)) in bytes.chunks_mut(4).zip(state.iter().zip(start)) {
        chunk.copy_from_slice(&word.wrapping_add(start).to_le_bytes());
    }
    bytes
}

fn recompute(secret: [u8; 32], salt: &str, ids: &[u64]) -> Vec<u64> {
    let seed: [u8; 32] = Sha256::digest([secret.as_slice(), salt.as_bytes()].concat()).into();
    let mut numbers = (0..).flat_map(|counter| {
        let bytes = block(seed, counter);
        let read = |eight: &[u8]| u64::from_le_bytes(eight.try_into().unwrap());
        bytes.chunks(8).map(read).collect::<Vec<_>>()
    });
    let mut list: Vec<u64> = ids
        .iter()
        .copied()
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let mut i = list.len();
    while i > 1 {
        i -= 1;
        let m = i as u64 + 1;
        // 2^64 mod m numbers at the top are discarded.
        let surplus = (u64::MAX % m + 1) % m;
        let x = numbers.find(|&x| x <= u64::MAX - surplus).unwrap();
        list.swap(i, (x % m) as usize);
    }
    list
}

/// A lot as the group was told of it.
pub struct Told {
    pub salt: String,
    /// The commitment.
    pub promise: String,
    /// Registration ids in the order drawn.
    pub order: Vec<u64>,
}

/// Recomputes a lot from the lines of its message alone; `before`: what the group was told until then, where its
/// commitment has to stand.
pub fn check(message: &str, before: &[String]) -> Told {
    let line = |word: &str| {
        let found = message
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{word} ")));
        found
            .unwrap_or_else(|| panic!("no {word}: {message}"))
            .trim()
    };
    let (promise, hex, salt) = (line("承诺"), line("秘密"), line("盐"));
    assert!(
        before.iter().any(|text| text.contains(promise)),
        "nobody was promised {promise}: {before:?}"
    );
    let digits: Vec<char> = hex.chars().collect();
    let secret: Vec<u8> = digits
        .chunks(2)
        .map(|two| u8::from_str_radix(&two.iter().collect::<String>(), 16).expect("hex"))
        .collect();
    let secret: [u8; 32] = secret.try_into().expect("32 bytes");
    let digest = Sha256::digest(secret);
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digest, promise, "another secret than was promised");
    assert!(
        !before.iter().any(|text| text.contains(hex)),
        "the secret was known before"
    );
    let mut order: Vec<(u64, u64)> = message
        .lines()
        .filter_map(|line| {
            let mut words = line.split(' ');
            let place = words.next()?.parse().ok()?;
            Some((place, words.next()?.parse().ok()?))
        })
        .collect();
    order.sort_unstable();
    let order: Vec<u64> = order.into_iter().map(|(_, id)| id).collect();
    assert!(order.len() > 1, "{message}");
    assert_eq!(order, recompute(secret, salt, &order), "{message}");
    // Of the two players of a game the first has red.
    if let Some((_, red)) = message.split_once(" 抽签：") {
        let red = red.lines().next().and_then(|red| red.strip_suffix(" 执红"));
        let red = red.expect("who has red");
        assert!(
            message.contains(&format!("\n1 {} {red}\n", order[0])),
            "{message}"
        );
        assert_eq!(order.len(), 2, "{message}");
    }
    Told {
        salt: salt.to_owned(),
        promise: promise.to_owned(),
        order,
    }
}

#[test]
fn the_keystream_is_chacha20() {
    // RFC 8439, appendix A.1, test vector 1: key, counter and nonce of zeros.
    let expected = "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7\
                    da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586";
    let hex: String = block([0; 32], 0)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(hex, expected);
}

proptest! {
    #[test]
    fn anyone_can_recompute_an_order(
        secret: [u8; 32],
        salt in ".{0,30}",
        ids in proptest::collection::hash_set(any::<u64>(), 0..300),
    ) {
        let ids: Vec<u64> = ids.into_iter().collect();
        let drawn = order(&Secret::new(secret), &salt, &ids);
        prop_assert_eq!(&drawn, &recompute(secret, &salt, &ids));
        let mut sorted = drawn.clone();
        sorted.sort_unstable();
        let mut expected = ids;
        expected.sort_unstable();
        prop_assert_eq!(sorted, expected, "everyone is drawn once");
    }
}

#[test]
fn a_draw_is_verified_from_the_published_lines() {
    let secret = Secret::new([7; 32]);
    let published = commitment(&secret);
    let revealed: Secret = secret.to_hex().parse().unwrap();
    let ids = [31, 4, 15, 9, 26];
    let drawn = order(&secret, "武汉 2023", &ids);
    assert_eq!(
        verify(&published, &revealed, "武汉 2023", &ids, &drawn),
        Ok(())
    );

    let other = Secret::new([8; 32]);
    assert_eq!(
        verify(&published, &other, "武汉 2023", &ids, &drawn),
        Err(LotFault::Commitment)
    );
    assert_eq!(
        verify(&published, &revealed, "武汉 2024", &ids, &drawn),
        Err(LotFault::Order)
    );
    let mut forged = drawn;
    forged.swap(0, 1);
    assert_eq!(
        verify(&published, &revealed, "武汉 2023", &ids, &forged),
        Err(LotFault::Order)
    );
}

#[test]
fn a_commitment_is_plain_sha_256() {
    // printf '\0%.0s' {1..32} | sha256sum
    assert_eq!(
        commitment(&Secret::new([0; 32])),
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    );
}

#[test]
fn a_secret_is_64_hexadecimal_digits() {
    assert!("ab".repeat(32).parse::<Secret>().is_ok());
    for text in [
        "",
        "ab",
        &"ab".repeat(31),
        &"ab".repeat(33),
        &"g".repeat(64),
        &"a".repeat(63),
    ] {
        assert!(text.parse::<Secret>().is_err(), "{text}");
    }
    assert!(!format!("{:?}", Secret::new([0xab; 32])).contains("ab"));
}

#[test]
fn every_order_is_as_likely_as_any_other() {
    let secret = Secret::new([1; 32]);
    let mut counts: BTreeMap<Vec<u64>, u32> = BTreeMap::new();
    for salt in 0..24_000 {
        *counts
            .entry(order(&secret, &salt.to_string(), &[1, 2, 3, 4]))
            .or_default() += 1;
    }
    assert_eq!(counts.len(), 24);
    // Chi-squared with 23 degrees of freedom exceeds 58 once in 10,000 trials; this one is fixed.
    let chi: f64 = counts
        .values()
        .map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0)
        .sum();
    assert!(chi < 58.0, "{chi}");
}
