-- Which records of a company its agency has under a connection, in the company's account. The agency knows a record by an id that says nothing about it.
-- Without a foreign key: checking each row takes as long as writing it.
create table shared_record (
  client_id uuid not null,
  connection_id uuid not null,
  object text not null check (object in ('contact', 'opportunity')),
  record_id uuid not null,
  -- The id of the record in the agency's account, also after it left and returned.
  shared_id uuid not null default uuidv7(),
  -- withdrawn: it left; the agency keeps the outcome, without a name. removed: the agency has nothing of it.
  state text not null check (state in ('shared', 'withdrawn', 'removed')),
  -- The version of the criteria by which it came.
  version integer not null,
  shared_from timestamptz not null,
  shared_to timestamptz,
  -- When it was shared before that.
  earlier tstzmultirange not null default '{}',
  primary key (client_id, connection_id, object, record_id)
);
call protect_table('shared_record');
revoke insert, update, delete on shared_record from app_rw, app_staff;
grant maintain on shared_record to app_system;

-- Of a connection: the company whose records these are, and whether the agency may read them now.
alter table data_source add column company_id uuid;
alter table data_source add column is_readable boolean not null default true;

-- The version of the criteria by which all records were evaluated, in the company's account.
alter table connection add column projected_version integer;

-- Since when the source has a problem, and whether the company was warned that what it shares is out of date; in the company's account.
alter table connection add column health_since timestamptz;
alter table connection add column stale_warned_at timestamptz;

-- Criteria for what is created later: from when on. A version that follows another one of this kind goes on with its time.
alter table criteria_version add column shares_from timestamptz;

-- What was erased when sharing ended or became less, in both accounts.
create table receipt (
  client_id uuid not null,
  connection_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('ended', 'narrowed', 'excluded')),
  -- The version of the criteria that shares less.
  version integer,
  started_at timestamptz not null,
  -- Null: rows are still being erased.
  finished_at timestamptz,
  -- [{name, found, removed, failed}]
  stores jsonb not null default '[]',
  -- What an erasure cannot reach: [{what, who, when}].
  cannot_recall jsonb not null default '[]',
  -- Of all of it, the same in both accounts and in both audit logs.
  hash text,
  primary key (client_id, connection_id, id),
  foreign key (client_id, connection_id) references connection (client_id, id) on delete cascade
);
call protect_table('receipt');
revoke insert, update, delete on receipt from app_rw, app_staff;
create index receipt_unfinished on receipt (started_at) where finished_at is null;
