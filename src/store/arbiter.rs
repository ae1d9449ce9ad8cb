//! Arbiters and their roles.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};

use super::StoreError;
use super::instant::to_ms;
use super::word;
use crate::config::Role;

/// The role the account holds among the arbiters; none of a member of the committee.
pub fn role(tx: &Connection, account: i64) -> rusqlite::Result<Option<Role>> {
    Ok(office(tx, account)?.filter(|role| *role != Role::Committee))
}

/// The role the account holds, among the arbiters or in the committee.
pub fn office(tx: &Connection, account: i64) -> rusqlite::Result<Option<Role>> {
    tx.prepare_cached("SELECT role FROM arbiter WHERE account = ?1")?
        .query_row([account], |row| word::read(row, "role"))
        .optional()
}

/// The members of the arbitration committee.
pub fn committee(tx: &Connection) -> rusqlite::Result<Vec<i64>> {
    tx.prepare_cached("SELECT account FROM arbiter WHERE role = 'committee' ORDER BY account")?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// Every arbiter with role; the committee is none.
pub fn all(tx: &Connection) -> rusqlite::Result<Vec<(i64, Role)>> {
    tx.prepare_cached(
        "SELECT account, role FROM arbiter WHERE role <> 'committee' ORDER BY account",
    )?
    .query_map([], |row| {
        Ok((row.get("account")?, word::read(row, "role")?))
    })?
    .collect()
}

/// Gives the account the role, in place of any it had.
pub fn appoint(
    tx: &Connection,
    account: i64,
    role: Role,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    tx.prepare_cached(
        "INSERT INTO arbiter (account, role, since) VALUES (?1, ?2, ?3)
         ON CONFLICT (account) DO UPDATE SET role = excluded.role, since = excluded.since",
    )?
    .execute(params![account, word::word(role)?, to_ms(now)])?;
    Ok(())
}

/// Keeps a one-time code that makes its redeemer an arbiter.
pub fn keep_code(
    tx: &Connection,
    code: &str,
    role: Role,
    made_by: Option<i64>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    tx.prepare_cached(
        "INSERT INTO arbiter_code (code, role, made_by, made_at) VALUES (?1, ?2, ?3, ?4)",
    )?
    .execute(params![code, word::word(role)?, made_by, to_ms(now)])?;
    Ok(())
}

/// Uses the code up; `None` when there is no such unused code.
pub fn redeem_code(
    tx: &Connection,
    code: &str,
    account: i64,
    now: DateTime<Utc>,
) -> rusqlite::Result<Option<Role>> {
    tx.prepare_cached(
        "UPDATE arbiter_code SET used_by = ?2, used_at = ?3
         WHERE code = ?1 AND used_by IS NULL RETURNING role",
    )?
    .query_row(params![code, account, to_ms(now)], |row| {
        word::read(row, "role")
    })
    .optional()
}

/// Whether this is a code that makes arbiters, used or not.
pub fn is_code(tx: &Connection, code: &str) -> rusqlite::Result<bool> {
    tx.prepare_cached("SELECT EXISTS (SELECT 1 FROM arbiter_code WHERE code = ?1)")?
        .query_row([code], |row| row.get(0))
}

/// Makes the code worthless that this account had made at this instant; false: it is used, or not there.
pub fn revoke_code(
    tx: &Connection,
    made_by: i64,
    made_at: DateTime<Utc>,
) -> rusqlite::Result<bool> {
    Ok(tx
        .prepare_cached(
            "DELETE FROM arbiter_code WHERE made_by = ?1 AND made_at = ?2 AND used_by IS NULL",
        )?
        .execute(params![made_by, to_ms(made_at)])?
        > 0)
}

/// The highest role that the account's codes gave it.
pub fn role_by_code(tx: &Connection, account: i64) -> rusqlite::Result<Option<Role>> {
    let roles: Vec<Role> = tx
        .prepare_cached("SELECT role FROM arbiter_code WHERE used_by = ?1")?
        .query_map([account], |row| word::read(row, "role"))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(roles.into_iter().max())
}

/// An unused code for the role, made at start when the event has no arbiter yet.
pub fn unused_code(tx: &Connection, role: Role) -> Result<Option<String>, StoreError> {
    Ok(tx
        .prepare_cached("SELECT code FROM arbiter_code WHERE role = ?1 AND used_by IS NULL")?
        .query_row([word::word(role)?], |row| row.get(0))
        .optional()?)
}
