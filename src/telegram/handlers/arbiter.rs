use crate::config::Role;
use crate::desk::{Halt, Turn, arbiter};

/// `/arbiter CODE` makes the sender an arbiter; `/arbiter 裁判员` makes a code.
pub fn arbiter(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    match rest.trim() {
        "" => arbiter::usage(turn),
        "裁判员" | "裁判" | "arbiter" => arbiter::make_code(turn, Role::Arbiter),
        "编排长" | "编排" | "pairing" => arbiter::make_code(turn, Role::PairingOfficer),
        "裁判长" | "chief" => arbiter::make_code(turn, Role::Chief),
        "仲裁委员" | "仲裁" | "committee" => arbiter::make_code(turn, Role::Committee),
        code => arbiter::redeem(turn, code),
    }
}
