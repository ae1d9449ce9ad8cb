use super::{Mark, Tenths};

/// What the file says each result gives. `None`: nothing, so what FIDE takes: 1 for a win or a full bye,
/// half a point for a draw or a half bye, else 0; a forfeit win and the bye of an odd field as a win.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PointSystem {
    pub win: Option<Tenths>,
    pub draw: Option<Tenths>,
    pub loss: Option<Tenths>,
    pub zero_bye: Option<Tenths>,
    pub forfeit_loss: Option<Tenths>,
    pub forfeit_win: Option<Tenths>,
    pub pairing_bye: Option<Tenths>,
    pub half_bye: Option<Tenths>,
    pub full_bye: Option<Tenths>,
}

impl PointSystem {
    /// What a mark is worth, in tenths of a point.
    pub fn points(&self, mark: Mark) -> Tenths {
        let win = self.win.unwrap_or(Tenths(10));
        let draw = self.draw.unwrap_or(Tenths(5));
        match mark {
            Mark::Win | Mark::UnratedWin => win,
            Mark::Draw | Mark::UnratedDraw => draw,
            Mark::Loss | Mark::UnratedLoss => self.loss.unwrap_or(Tenths(0)),
            Mark::ForfeitWin => self.forfeit_win.unwrap_or(win),
            Mark::ForfeitLoss => self.forfeit_loss.unwrap_or(Tenths(0)),
            Mark::HalfBye => self.half_bye.unwrap_or(draw),
            Mark::FullBye => self.full_bye.unwrap_or(win),
            Mark::PairingBye => self.pairing_bye.unwrap_or(win),
            Mark::ZeroBye => self.zero_bye.unwrap_or(Tenths(0)),
        }
    }

    /// By the name the extensions give a result: the third letter of BBW …, the word of XXS, the letter
    /// of 162. XXS may give white and black different points (WW, BW); they go into one place here.
    pub(super) fn named(&mut self, name: &str) -> Option<&mut Option<Tenths>> {
        Some(match name {
            "W" | "WW" | "BW" => &mut self.win,
            "D" | "WD" | "BD" => &mut self.draw,
            "L" | "WL" | "BL" => &mut self.loss,
            "Z" | "ZPB" => &mut self.zero_bye,
            "F" | "FL" => &mut self.forfeit_loss,
            "FW" => &mut self.forfeit_win,
            "U" | "PAB" => &mut self.pairing_bye,
            "H" | "HPB" => &mut self.half_bye,
            "FPB" => &mut self.full_bye,
            _ => return None,
        })
    }
}
