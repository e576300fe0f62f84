-- What users of an agency read of companies' contacts, in the agency's account, until it is in the ledgers of these companies. One row per request and connection.
create table ledger_read (
  client_id uuid not null,
  connection_id uuid not null,
  id uuid not null,
  company_id uuid not null,
  at timestamptz not null,
  user_id uuid not null,
  request_id text not null,
  -- api: with an API key.
  kind text not null check (kind in ('screen', 'export', 'api')),
  -- The version of the criteria in force.
  version integer not null,
  -- Those that had a value.
  fields text[] not null,
  -- The agency's ids of the contacts.
  contact_ids uuid[] not null,
  primary key (client_id, connection_id, id)
);
call protect_table('ledger_read');
revoke update, delete on ledger_read from app_rw, app_staff;
revoke insert on ledger_read from app_staff;

-- Who at an agency saw what, in the company's account, with the company's own ids of the contacts. Each row has the hash of the one before it. It outlives
-- the account, hence no reference to it.
create table ledger_entry (
  client_id uuid not null,
  seq bigint not null,
  -- Of the read.
  id uuid not null,
  connection_id uuid not null,
  at timestamptz not null,
  user_id uuid not null,
  request_id text not null,
  kind text not null check (kind in ('screen', 'export', 'api')),
  version integer not null,
  fields text[] not null,
  contact_ids uuid[] not null,
  prev_hash text not null,
  hash text not null,
  primary key (client_id, seq),
  unique (client_id, id)
);
create index ledger_entry_newest on ledger_entry (client_id, connection_id, at desc, seq desc);
create index ledger_entry_user on ledger_entry (client_id, connection_id, user_id, at desc, seq desc);
create index ledger_entry_export on ledger_entry (client_id, connection_id, request_id) where kind = 'export';
create index ledger_entry_contact on ledger_entry using gin (contact_ids);
call protect_table('ledger_entry');
revoke insert, update, delete on ledger_entry from app_rw, app_staff;
revoke update, delete on ledger_entry from app_system;

-- Where the chain of a company ends. Appending waits for this row.
create table ledger_head (
  client_id uuid primary key,
  seq bigint not null,
  hash text not null
);
call protect_table('ledger_head');
revoke insert, update, delete on ledger_head from app_rw, app_staff;
revoke delete on ledger_head from app_system;

-- Where it ended on each day.
create table ledger_day (
  client_id uuid not null,
  day date not null,
  seq bigint not null,
  hash text not null,
  primary key (client_id, day)
);
call protect_table('ledger_day');
revoke insert, update, delete on ledger_day from app_rw, app_staff;
revoke update, delete on ledger_day from app_system;

-- From the agency's id of a record to the company's own. Without the account in front: with the columns of the primary key the planner would choose it for other reads too.
create index shared_record_shared_id on shared_record (shared_id);
