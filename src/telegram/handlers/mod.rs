//! One file a use case's noun: parse, call the desk. Each runs inside the desk's transaction.

mod add;
mod announce;
mod appeal;
mod arbiter;
mod checkin;
mod correct;
mod export;
mod fee;
mod hand;
pub mod handover;
mod hello;
mod import;
mod invite;
mod journal;
mod knockout;
mod late;
mod pairings;
mod panel;
mod paper;
mod penalty;
mod print;
mod purge;
mod ranking_rule;
mod rating;
mod record;
mod register;
pub mod report;
mod review;
mod table;
mod timetable;
mod verify;
mod why;
mod withdraw;

use super::command::{Typed, Verb, read};
use super::normal::normal;
use super::said::Said;
use super::tap::{self, Tap};
use crate::config::PenaltyKind;
use crate::desk::notice::Hello;
use crate::desk::penalty::Kind;
use crate::desk::publish::What;
use crate::desk::review::Verdict;
use crate::desk::why::About;
use crate::desk::{self, Halt, Refusal, Turn};
use crate::tournament::Side;
use crate::tournament::knockout::MatchNo;

/// A message in a private chat.
pub fn private(turn: &mut Turn<'_>, said: &Said, bot: &str) -> Result<(), Halt> {
    if said.is_edit {
        return turn.reply(Hello::EditUnread);
    }
    if let Some(content) = &said.content {
        return import::import(turn, said, content);
    }
    let text = said.text.as_deref().unwrap_or_default();
    let typed = read(text, bot);
    if verify::is_published(text) && !matches!(typed, Typed::Command(..)) {
        return desk::verify::verify(turn, text);
    }
    if !said.is_forward
        && said.attachment.is_none()
        && let Some(code) = desk::handover::read(text)
        && desk::handover::claim_typed(turn, &code)?
    {
        return Ok(());
    }
    let attached = said.attachment.is_some();
    if (attached || goes_on(text, &typed)) && desk::awaited::awaits(turn, attached)? {
        record::check(said)?;
        return desk::awaited::hear(turn, register::input(said));
    }
    if said.attachment.is_some() && desk::fee::awaits_receipt(turn)? {
        return fee::receipt(turn, said);
    }
    if (said.attachment.is_some() || goes_on(text, &typed)) && desk::register::awaits(turn)? {
        return register::said(turn, said);
    }
    if attached && !matches!(typed, Typed::Command(..)) && record::offered(turn, said)? {
        return Ok(());
    }
    match typed {
        Typed::Command(..) if said.is_forward => turn.reply(Hello::Forwarded),
        Typed::Command(verb, rest) => {
            // /cancel says itself what it leaves.
            if verb != Verb::Cancel {
                desk::review::turn_away(turn)?;
                desk::awaited::turn_away(turn)?;
            }
            command(turn, verb, &rest, said, bot)
        }
        Typed::Words(_)
            if report::by_words(turn, said, text)? || report::answered(turn, said, text)? =>
        {
            Ok(())
        }
        Typed::ForAnotherBot | Typed::UnknownCommand(_) | Typed::Words(_) => {
            hello::unknown(turn, said)
        }
    }
}

/// Whether words may be the answer to what a conversation asked last: a command is never one, nor a
/// report that names its table, so that neither ends up as somebody's name or as the reason of a refusal.
fn goes_on(text: &str, typed: &Typed) -> bool {
    !text.trim_start().starts_with(['/', '／'])
        && !matches!(typed, Typed::Command(..))
        && !report::is_for_the_bot(text)
}

/// Whether a group's message is for the bot: a command of its own, one addressed to it, or a report.
/// `is_bound`: in the event's own group; in another one only what leads to binding or to the private chat
/// is answered.
pub fn concerns_bot(said: &Said, bot: &str, is_bound: bool) -> bool {
    let text = said.text.as_deref().unwrap_or_default().trim();
    // An edit changes nothing, and forwarded are the words of someone else.
    if said.is_edit || said.is_forward {
        return false;
    }
    if !text.starts_with(['/', '／']) {
        return is_bound && report::is_for_the_bot(text);
    }
    match read(text, bot) {
        Typed::Command(Verb::Start | Verb::Help | Verb::Bind, _) => true,
        Typed::Command(..) => is_bound,
        Typed::UnknownCommand(_) => is_bound && is_addressed(text),
        Typed::ForAnotherBot | Typed::Words(_) => false,
    }
}

/// A message in a group that [`concerns_bot`].
pub fn group(turn: &mut Turn<'_>, said: &Said, bot: &str) -> Result<(), Halt> {
    let text = said.text.as_deref().unwrap_or_default().trim();
    if !text.starts_with(['/', '／']) {
        report::by_words(turn, said, text)?;
        return Ok(());
    }
    match read(text, bot) {
        Typed::Command(verb, rest) => command(turn, verb, &rest, said, bot),
        Typed::UnknownCommand(_) => hello::unknown(turn, said),
        Typed::ForAnotherBot | Typed::Words(_) => Ok(()),
    }
}

/// A command in the group's name: nobody can tell whose.
pub fn anonymous(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.reply(Hello::Anonymous)
}

/// A pressed button.
pub fn tapped(turn: &mut Turn<'_>, data: &str, bot: &str) -> Result<(), Halt> {
    let (tap, competition) = tap::read(data).map_err(|_| Refusal::Stale)?;
    enter(turn, &tap, competition)?;
    match tap {
        Tap::Here { registration } => desk::checkin::here(turn, registration),
        Tap::CheckinPanel {} => desk::checkin::refresh(turn),
        Tap::Rules { part } => desk::hello::rules_part(turn, part),
        Tap::Chase {} => desk::checkin::chase(turn),
        Tap::CheckinPreview {} => desk::checkin::preview(turn),
        Tap::CheckinClose { here, missing } => desk::checkin::close(turn, here, missing),
        Tap::CheckinMissing { page } => desk::checkin::missing(turn, page),
        Tap::TickHere { registration, page } => desk::checkin::tick_here(turn, registration, page),
        Tap::Unfold { registration } => desk::unfold::by_registration(turn, registration),
        Tap::ChangeRanking { version, shown } => desk::ranking_rule::agree(turn, version, shown),
        Tap::KeepRanking { version } => desk::ranking_rule::refuse(turn, version),
        Tap::Print { what, form } => desk::print::print(turn, what, form),
        Tap::PublishPrizes { shown } => desk::prizes::publish(turn, shown),
        Tap::Announce { number, pin } => desk::announce::announce(turn, number, pin),
        Tap::DropAnnouncement { number } => desk::announce::discard(turn, number),
        Tap::Panel {} => desk::panel::panel(turn),
        Tap::DeskStep { step } => panel::step(turn, step),
        Tap::DeskPublish { round } => {
            turn.answer_apart();
            desk::publish::publish(turn, What::Shown(round))
        }
        Tap::DeskDiscard { round } => {
            turn.answer_apart();
            desk::pair::discard(turn, round)
        }
        Tap::DeskBeginMatches { number } => {
            turn.answer_apart();
            desk::knockout::begin::begin(turn, Some(number))
        }
        Tap::OpenTable { game } => desk::open::table(turn, game),
        Tap::ChooseCompetition { competition } => desk::competition::choose(turn, &competition),
        Tap::Publish { round } => desk::publish::publish(turn, What::Shown(round)),
        Tap::PublishAnyway { round } => desk::publish::publish(turn, What::Anyway(round)),
        Tap::LookAhead { round } => desk::ahead::take(turn, round),
        Tap::SpareBye { round } => desk::second_bye::spare(turn, round),
        Tap::PairNext { number } => desk::pair::next(turn, number),
        Tap::PairAgain { round } => desk::pair::again(turn, round),
        Tap::ShowProposal { round } => desk::pair::show_again(turn, round),
        Tap::Boards { round, page, pick } => desk::hand::boards(turn, round, page, pick),
        Tap::Board { round, table, pick } => desk::hand::card(turn, round, table, pick),
        Tap::TryChange { round, change } => desk::hand::preview_by_button(turn, round, change),
        Tap::ApplyChange {
            round,
            change,
            broken,
        } => desk::hand::apply(turn, round, change, broken),
        Tap::KeepProposal {} => desk::hand::keep(turn),
        Tap::GiveOrder { order } => desk::hand::give(turn, order),
        Tap::WhyBoard { round, table } => why::by_button(turn, round, table),
        Tap::WhyAll { round } => desk::why::of_proposal(turn, round, About::All),
        Tap::TakeWay { number, way } => desk::hand::take(turn, number, &way),
        Tap::EndStage { number } => desk::hand::end_stage(turn, number),
        Tap::Unpublish { round } => desk::unpublish::unpublish(turn, round),
        Tap::Discard { round } => desk::pair::discard(turn, round),
        Tap::Claim { game, outcome } => desk::report::by_button(turn, game, outcome.0),
        Tap::ClaimOnCard {
            game,
            outcome,
            page,
        } => desk::report::by_card(turn, game, outcome.0, page),
        Tap::ReportCard { page } => desk::report::page(turn, page),
        Tap::Confirm { game, version } => desk::report::confirm(turn, game, version),
        Tap::Object { game, version } => desk::report::object(turn, game, version),
        Tap::Rule {
            game,
            version,
            outcome,
        } => desk::rule::rule_game(turn, game, version, outcome.0),
        Tap::DeclareAbsent {
            game,
            version,
            outcome,
            keeps,
        } => desk::rule::declare_absent(turn, game, version, outcome.0, keeps),
        Tap::Roll { page } => desk::late::roll(turn, page),
        Tap::LateTable { game } => desk::late::card_of(turn, game),
        Tap::NotThere { game, side, absent } => desk::late::note(turn, game, side.0, absent),
        Tap::Forfeit {
            game,
            version,
            outcome,
            keeps,
        } => desk::late::declare(turn, game, version, outcome.0, keeps),
        Tap::MoveStart {
            number,
            was,
            to,
            following,
        } => timetable::shift(turn, number, was, to, following),
        Tap::StartRound { round } => desk::timetable::start_now(turn, round),
        Tap::DeskStart { round } => {
            turn.answer_apart();
            desk::timetable::start_now(turn, round)
        }
        Tap::SeedPreview {} => desk::knockout::seed::preview(turn),
        Tap::Seed { shown } => desk::knockout::seed::confirm(turn, shown),
        Tap::AskUnseed {} => desk::knockout::seed::ask_undo(turn),
        Tap::Unseed {} => desk::knockout::seed::undo(turn),
        Tap::BeginMatches { number } => desk::knockout::begin::begin(turn, Some(number)),
        Tap::TakeMatchesBack { number } => desk::knockout::begin::take_back(turn, number),
        Tap::MatchesOf { of } => desk::knockout::card::list(turn, of),
        Tap::MatchCard { of, table } => desk::knockout::card::show(turn, match_no(of, table)),
        Tap::CorrectGame { game } => desk::knockout::card::correct(turn, game),
        Tap::Overrule {
            game,
            version,
            change,
        } => desk::rule::overrule(turn, game, version, change),
        Tap::ChooseSide {
            registration,
            of,
            table,
            number,
            red,
        } => {
            let side = if red { Side::Red } else { Side::Black };
            let no = match_no(of, table);
            desk::knockout::choice::choose(turn, registration, no, number, side)
        }
        Tap::AskQuitMatch {
            registration,
            of,
            table,
        } => desk::knockout::card::ask_quit(turn, registration, match_no(of, table)),
        Tap::QuitMatch {
            registration,
            of,
            table,
        } => desk::knockout::card::quit(turn, registration, match_no(of, table)),
        Tap::StayInMatch {
            registration,
            of,
            table,
        } => desk::knockout::card::stay(turn, registration, match_no(of, table)),
        Tap::AskAnnulMatch { of, table } => {
            desk::knockout::card::ask_annul(turn, match_no(of, table))
        }
        Tap::AnnulMatch { of, table, newest } => {
            desk::knockout::card::annul(turn, match_no(of, table), newest)
        }
        Tap::ChooseAgain { of, table, game } => {
            desk::knockout::card::choose_again(turn, match_no(of, table), game)
        }
        Tap::Correct {
            game,
            version,
            change,
            ground,
            shown,
        } => desk::correct::confirm(turn, game, version, change, ground, shown),
        Tap::KeepResult {} => desk::correct::keep(turn),
        Tap::Journal { filter, page } => desk::journal::show(turn, filter, page),
        Tap::Undo { step, shown } => desk::undo::confirm(turn, step, shown),
        Tap::KeepStep {} => desk::undo::keep(turn),
        Tap::RemindOpen { number } => desk::open::remind(turn, number),
        Tap::BeginIn { competition } => desk::register::begin_in(turn, &competition),
        Tap::BeginForm {} => desk::register::begin(turn),
        Tap::Fill { version, choice } => desk::register::pick(turn, version, choice),
        Tap::DropForm { version } => desk::register::drop_form(turn, version),
        Tap::AddPlayer {} => desk::add::begin(turn),
        Tap::AddLate {} => desk::add::begin_late(turn),
        Tap::HandOver { registration } => desk::handover::hand_over(turn, registration, bot),
        Tap::HandOverWhich { page } => desk::handover::choose(turn, page, bot),
        Tap::LoadRoster { batch } => desk::import::load(turn, batch),
        Tap::DropRoster { batch } => desk::import::discard(turn, batch),
        Tap::CloseRegistration {} => desk::register::confirm_close(turn),
        Tap::PublishRoster { in_review } => desk::roster::publish(turn, in_review),
        Tap::NextCase {} => desk::review::next(turn),
        Tap::AcceptCase {
            registration,
            version,
        } => desk::review::decide(turn, registration, version, Verdict::Accept),
        Tap::AskCase {
            registration,
            version,
        } => desk::review::decide(turn, registration, version, Verdict::Ask),
        Tap::RefuseCase {
            registration,
            version,
        } => desk::review::decide(turn, registration, version, Verdict::Refuse),
        Tap::Reason {
            registration,
            version,
            asks,
            reason,
        } => review::reason(turn, registration, version, asks, reason),
        Tap::ExportPersonal {} => desk::export::ask(turn),
        Tap::ExportReport {} => desk::report_file::export(turn),
        Tap::ConfirmExport {} => desk::export::confirm(turn),
        Tap::SkipCase { registration } => desk::review::skip(turn, registration),
        Tap::ShowCase { registration } => desk::review::show(turn, registration),
        Tap::ReopenCase {
            registration,
            version,
        } => desk::review::reopen(turn, registration, version),
        Tap::ReviewSection { section } => review::section(turn, section),
        Tap::Supplement { registration } => desk::review::supplement(turn, registration),
        Tap::Supplemented { registration } => desk::review::supplemented(turn, registration),
        Tap::InviteInto { wanted, pool } => desk::invite::invite(turn, Some(wanted), Some(&pool)),
        Tap::Codes { page } => desk::invite::list(turn, page),
        Tap::RevokeCode { code, page } => desk::invite::revoke(turn, &code, page),
        Tap::Receipt { registration } => desk::fee::begin_receipt(turn, registration),
        Tap::Fees { filter, page } => desk::fee::list(turn, filter.0, page),
        Tap::Fee { registration } => desk::fee::card(turn, registration),
        Tap::TickFee {
            registration,
            filter,
            page,
        } => desk::fee::pay(turn, registration, Some((filter.0, page))),
        Tap::PayFee { registration } => desk::fee::pay(turn, registration, None),
        Tap::WaiveFee { registration } => desk::fee::waive(turn, registration),
        Tap::UndoFee { registration } => desk::fee::undo(turn, registration),
        Tap::Waiting { page } => desk::waiting_list::list(turn, page),
        Tap::EndWaitingPreview {} => desk::waiting_list::preview_end(turn),
        Tap::EndWaiting {} => desk::waiting_list::end(turn),
        Tap::ConfirmOffer {
            registration,
            version,
        } => desk::waiting_list::confirm(turn, registration, version),
        Tap::DeclineOffer {
            registration,
            version,
        } => desk::waiting_list::decline(turn, registration, version),
        Tap::ChooseLeaving {
            registration,
            version,
        } => desk::withdraw::choose(turn, registration, version),
        Tap::ConfirmLeaving {
            registration,
            version,
        } => desk::withdraw::confirm(turn, registration, version),
        Tap::KeepPlaying {} => desk::withdraw::keep(turn),
        Tap::LeavingList { page } => desk::withdraw::list(turn, page),
        Tap::Penalties { page } => desk::penalty::list(turn, page),
        Tap::PickPenalty { kind, page } => desk::penalty::pick(turn, kind.0, page),
        Tap::PenaltySeat { kind, registration } => desk::penalty::seat(turn, kind.0, registration),
        Tap::PenaltyWho {
            token,
            registration,
        } => desk::penalty::choose(turn, token, registration),
        Tap::PenaltyKind { token, kind } => desk::penalty::kind(turn, token, kind.0),
        Tap::PenaltyPlace { token } => desk::penalty::place(turn, token),
        Tap::PenaltyReason { token } => desk::penalty::reason(turn, token),
        Tap::PenaltyRule { token, rule } => {
            desk::penalty::give(turn, token, Some(rule), Kind::Asks)
        }
        Tap::PenaltyUsual { token, rule } => {
            desk::penalty::give(turn, token, Some(rule), Kind::Usual)
        }
        Tap::PenaltyChosen { token, rule } => {
            desk::penalty::give(turn, token, Some(rule), Kind::Chosen)
        }
        Tap::PenaltyOther { token } => desk::penalty::give(turn, token, None, Kind::Asks),
        Tap::PenaltyDrop { token } => desk::penalty::drop(turn, token),
        Tap::PenaltyBan { token } => desk::penalty::ban(turn, token),
        Tap::RemovePlayer { token, fate } => desk::penalty::remove(turn, token, fate.0),
        Tap::AskStrike { penalty } => desk::penalty::ask_strike(turn, penalty),
        Tap::StrikePenalty { penalty } => desk::penalty::strike(turn, penalty),
        Tap::ExportPenalties {} => desk::penalty::export(turn),
        Tap::Appeals { page } => desk::appeal::list(turn, page),
        Tap::AppealCard { appeal } => desk::appeal::card(turn, appeal),
        Tap::AppealAbout {
            token,
            registration,
            about,
        } => desk::appeal::about(turn, token, registration, about.0),
        Tap::FileAppeal { token } => desk::appeal::file(turn, token),
        Tap::WithdrawAppeal { appeal, version } => desk::appeal::withdraw(turn, appeal, version),
        Tap::AppealPaid { appeal, version } => desk::appeal::pay(turn, appeal, version),
        Tap::DecideAppeal {
            appeal,
            version,
            upheld,
        } => desk::appeal::decide(turn, appeal, version, upheld),
        Tap::AppealReturned { appeal, version } => desk::appeal::give_back(turn, appeal, version),
        Tap::UndoAppeal { appeal, version } => desk::appeal::undo(turn, appeal, version),
        Tap::DecideDraw {
            game,
            version,
            decision,
        } => desk::early_draw::decide(turn, game, version, decision.0),
        Tap::DrawMoves {
            game,
            version,
            said,
        } => desk::early_draw::say(turn, game, version, said.0),
        Tap::RemoveEarly {
            game,
            version,
            side,
        } => desk::early_draw::remove(turn, game, version, side.0),
        Tap::GiveRecord { game } => desk::game_record::begin(turn, game),
        Tap::WaiveRecord { game } => desk::game_record::waive(turn, game),
        Tap::FoulRecord { game } => desk::game_record::foul(turn, game),
        Tap::ViewRecord { game } => desk::game_record::view(turn, game),
        Tap::Records { page } => desk::game_record::list(turn, page),
        Tap::ExportRecords {} => desk::game_record::export(turn),
    }
}

fn match_no(round: u32, table: u32) -> MatchNo {
    MatchNo { round, table }
}

/// Goes over to the competition of what the button names, or of the message it stands under.
fn enter(turn: &mut Turn<'_>, tap: &Tap, competition: Option<&str>) -> Result<(), Halt> {
    if let Some(key) = competition {
        turn.enter(key)?;
    }
    for (name, value) in tap.fields() {
        let Ok(id) = value.parse() else { continue };
        match name {
            "registration" => turn.enter_registration(id)?,
            "round" => turn.enter_round(id)?,
            "game" => turn.enter_game(id)?,
            _ => {}
        }
    }
    Ok(())
}

fn command(
    turn: &mut Turn<'_>,
    verb: Verb,
    rest: &str,
    said: &Said,
    bot: &str,
) -> Result<(), Halt> {
    match verb {
        Verb::Start if rest.trim() == register::DEEP_LINK => register::register(turn, bot),
        Verb::Start if rest.trim().starts_with(handover::LINK) => {
            handover::linked(turn, rest.trim().trim_start_matches(handover::LINK), bot)
        }
        Verb::Start | Verb::Help => hello::welcome(turn, bot),
        Verb::Rules => desk::hello::rules(turn),
        Verb::Cancel => desk::hello::cancel(turn),
        Verb::Bind => desk::bind::bind(turn),
        Verb::Arbiter => arbiter::arbiter(turn, rest),
        Verb::Register => register::register(turn, bot),
        Verb::Me => desk::me::me(turn),
        Verb::Withdraw => withdraw::withdraw(turn, rest),
        Verb::Add => add::add(turn, rest),
        Verb::Review => review::review(turn, rest),
        Verb::Invite => invite::invite(turn, rest),
        Verb::Fees => fee::fees(turn, rest),
        Verb::Waiting => desk::waiting_list::list(turn, 0),
        Verb::Close => desk::register::close(turn),
        Verb::Roster => desk::roster::roster(turn),
        Verb::Desk if rest.is_empty() => desk::panel::panel(turn),
        Verb::Desk => desk::competition::choose_by_name(turn, &normal(rest)),
        Verb::Pairings => pairings::pairings(turn, rest),
        Verb::Standings => table::standings(turn, rest),
        Verb::Report => report::report(turn, bot),
        Verb::Draw => desk::draw::draw(turn, rest),
        Verb::Checkin => checkin::checkin(turn, rest),
        Verb::Pair => desk::pair::pair(turn),
        Verb::Publish => desk::publish::publish(turn, What::Waiting),
        Verb::Unpublish => desk::unpublish::ask(turn),
        Verb::Why => why::why(turn, rest),
        Verb::Swap => hand::swap(turn, rest),
        Verb::Fix => hand::fix(turn, rest),
        Verb::Bye => hand::bye(turn, rest),
        Verb::Flip => hand::flip(turn, rest),
        Verb::Forbid => hand::forbid(turn, rest),
        Verb::Absent => hand::absent(turn, rest),
        Verb::OwnTable => hand::own_table(turn, rest),
        Verb::Orders => desk::hand::list(turn),
        Verb::Verify => verify::verify(turn, said),
        Verb::Ranking => ranking_rule::ranking_rule(turn, rest),
        Verb::Rating => rating::rating(turn, rest),
        Verb::Result => report::result(turn, rest, said.written),
        Verb::Open => desk::open::show(turn),
        Verb::Knockout => knockout::knockout(turn, rest),
        Verb::Late => late::late(turn, rest),
        Verb::Timetable => timetable::timetable(turn, rest),
        Verb::Prizes => print::prizes(turn, rest),
        Verb::Export => print::export(turn, rest),
        Verb::Sides => correct::sides(turn, rest),
        Verb::Journal => journal::journal(turn, rest),
        Verb::Undo => desk::undo::ask(turn),
        Verb::Backup => desk::backup::ask(turn),
        Verb::Purge => purge::purge(turn, rest),
        Verb::Announce => announce::announce(turn, said),
        Verb::Foul => penalty::penalise(turn, PenaltyKind::Foul, rest),
        Verb::Warn => penalty::penalise(turn, PenaltyKind::Warning, rest),
        Verb::Expel => penalty::penalise(turn, PenaltyKind::Removal, rest),
        Verb::Record => record::record(turn, rest),
        Verb::Appeal => appeal::appeal(turn, rest),
    }
}

/// A command with the bot's name behind it, whatever the command.
fn is_addressed(text: &str) -> bool {
    text.split_whitespace()
        .next()
        .is_some_and(|head| head.contains('@'))
}
