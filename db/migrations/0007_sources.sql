-- Sources: what an account is connected to, what was read from it, and how the reading went.

alter table integration add column hub_id text;
alter table integration add column url text;
alter table integration add column manager_account text;
alter table integration add column manager_account_id text;
alter table integration add column attribute_id text;
-- Why the status is what it is, in words, and since when.
alter table integration add column status_reason text;
alter table integration add column status_since timestamptz not null default now();
-- What the vendor told about the account when it was connected: addresses, user, location. Never a secret.
alter table integration add column facts jsonb not null default '{}';
-- What is read and how: filters, table and columns, the hours between two runs.
alter table integration add column settings jsonb not null default '{}';
alter table integration add column interval_minutes integer not null default 15 check (interval_minutes between 5 and 10080);
alter table integration add column next_run_at timestamptz;
alter table integration add column connected_by uuid;
alter table integration add column disconnected_by uuid;
-- When what was read is erased, unless the same account is connected again.
alter table integration add column erase_at timestamptz;
alter table integration add column version integer not null default 1;
-- The same account of a vendor is connected once.
create unique index integration_account on integration (client_id, type, hub_id) where hub_id is not null;
-- For the clock, which looks at every account, and for webhooks, which name the vendor's account and nothing else.
create index integration_due on integration (next_run_at) where next_run_at is not null;
create index integration_erasing on integration (erase_at) where erase_at is not null;
create index integration_vendor on integration (type, hub_id);
-- A request describes and chooses; what the vendor says is not for it to say.
revoke insert, update, delete on integration from app_rw, app_staff;
grant update (name, settings, interval_minutes, attribute_id, next_run_at, syncing, version, updated_at) on integration to app_rw;

-- Keys to the vendors. No request can read them.
create table integration_secret (
  client_id uuid not null,
  integration_id uuid not null,
  access_sealed text,
  refresh_sealed text,
  expires_at timestamptz,
  -- Counts renewals: whoever renews says which state they saw.
  version integer not null default 1,
  -- One renewal at a time, for all workers.
  renewing_until timestamptz,
  -- Part of our own address that a vendor without signatures is given.
  hook_key text,
  primary key (client_id, integration_id),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
create unique index integration_secret_hook on integration_secret (client_id, hook_key);
call protect_table('integration_secret');
revoke all on integration_secret from app_rw, app_staff;

-- Somebody has gone to a vendor to say yes, and is expected back with what is kept here.
create table connect_attempt (
  client_id uuid not null references client on delete cascade,
  id uuid not null,
  user_id uuid not null,
  type text not null,
  -- The integration that is connected again, if it is not a new one.
  integration_id uuid,
  verifier_sealed text not null,
  fields jsonb not null default '{}',
  expires_at timestamptz not null,
  primary key (client_id, id)
);
create index connect_attempt_age on connect_attempt (expires_at);
call protect_table('connect_attempt');
revoke all on connect_attempt from app_rw, app_staff;

-- How fast a vendor's account may be asked, by all workers together. Lost in a crash, which costs nobody anything.
create unlogged table platform.vendor_budget (
  type text not null,
  account text not null,
  next_at timestamptz not null default now(),
  blocked_until timestamptz,
  primary key (type, account)
);
grant select, insert, update, delete on platform.vendor_budget to app_system;

create table sync_run (
  client_id uuid not null,
  id uuid not null default uuidv7(),
  integration_id uuid not null,
  -- full: everything, also what is known. incremental: what changed since. sweep: everything, and what is gone is noticed.
  kind text not null check (kind in ('full', 'incremental', 'sweep')),
  origin text not null check (origin in ('user', 'schedule', 'webhook', 'system', 'staff')),
  actor text,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'partial', 'done', 'done_with_rejects', 'failed', 'canceled')),
  -- Which phases there are and how far each is: [{name, state, read, total, pages}].
  phases jsonb not null default '[]',
  -- The phase that is read, and where in it. Written with the rows of the page before.
  phase text,
  cursor jsonb,
  records integer not null default 0,
  created integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  deleted integer not null default 0,
  merged integer not null default 0,
  rejected integer not null default 0,
  pages integer not null default 0,
  requests integer not null default 0,
  -- Records in a second, lately.
  rate real not null default 0,
  cancel_requested boolean not null default false,
  -- Whoever works on it, and until when nobody else may. The token fences off a worker that was taken for dead.
  lease_token uuid,
  lease_until timestamptz,
  failures integer not null default 0,
  error_kind text check (error_kind in ('auth_lost', 'rate_limited', 'unavailable', 'bad_answer', 'refused', 'held', 'internal')),
  error_text text,
  resume_at timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  heartbeat_at timestamptz,
  finished_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
create index sync_run_newest on sync_run (client_id, integration_id, created_at desc, id desc);
-- One run at a time.
create unique index sync_run_open on sync_run (client_id, integration_id) where status in ('queued', 'running', 'partial');
create index sync_run_unfinished on sync_run (resume_at) where status in ('queued', 'running', 'partial');
call protect_table('sync_run');
revoke delete on sync_run from app_rw;

-- How far each kind of record was read to its end, and whether the vendor counts the same.
create table sync_stream (
  client_id uuid not null,
  integration_id uuid not null,
  stream text not null,
  watermark jsonb,
  completed_at timestamptz,
  swept_at timestamptz,
  vendor_count integer,
  own_count integer,
  counted_at timestamptz,
  -- What the vendor has and we do not, up to a thousand.
  missing text[] not null default '{}',
  primary key (client_id, integration_id, stream),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
call protect_table('sync_stream');

-- The ids that a sweep has seen so far.
create table sync_key (
  client_id uuid not null,
  integration_id uuid not null,
  object text not null,
  external_id text not null,
  primary key (client_id, integration_id, object, external_id),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
call protect_table('sync_key');

-- A row that could not be taken, with the reason.
create table sync_reject (
  client_id uuid not null,
  integration_id uuid not null,
  object text not null,
  external_id text not null,
  run_id uuid not null,
  code text not null,
  reason text not null,
  payload text,
  attempts integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- Not tried any more, until somebody asks.
  parked_at timestamptz,
  primary key (client_id, integration_id, object, external_id),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
create index sync_reject_run on sync_reject (client_id, run_id);
call protect_table('sync_reject');

-- What a vendor's webhook said, until the next run has looked.
create table sync_hint (
  client_id uuid not null,
  integration_id uuid not null,
  -- The vendor's id of the event, or a hash of what it said: told twice, it is one hint.
  key text not null,
  kind text not null check (kind in ('changed', 'deleted', 'merged', 'stage')),
  object text not null,
  external_id text not null,
  detail jsonb not null default '{}',
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (client_id, integration_id, key),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
create index sync_hint_unused on sync_hint (client_id, integration_id, occurred_at) where used_at is null;
create index sync_hint_age on sync_hint (received_at);
call protect_table('sync_hint');
revoke insert on sync_hint from app_rw, app_staff;

create table contact (
  client_id uuid not null,
  id uuid not null default uuidv7(),
  integration_id uuid not null,
  external_id text not null,
  first_name text,
  last_name text,
  email text,
  email_norm text,
  phone text,
  phone_norm text,
  company text,
  city text,
  region text,
  postal_code text,
  country text,
  source text,
  owner_external_id text,
  tags text[] not null default '{}',
  -- Whatever else the vendor holds, by the vendor's own name for it.
  fields jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz,
  -- What the vendor said last, in sixteen bytes: an unchanged row is recognised without being read or written.
  content_hash bytea not null,
  -- The run that changed it last.
  run_id uuid not null,
  merged_into uuid,
  deleted_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
create unique index contact_external on contact (client_id, integration_id, external_id);
create index contact_email on contact (client_id, email_norm);
create index contact_newest on contact (client_id, created_at desc, id desc);
create index contact_merged on contact (client_id, merged_into) where merged_into is not null;
call protect_table('contact');

-- Each state in which a vendor delivered a record, as it was delivered: where every field comes from.
create table record_payload (
  client_id uuid not null,
  object text not null,
  record_id uuid not null,
  run_id uuid not null,
  integration_id uuid not null,
  payload text not null,
  received_at timestamptz not null,
  primary key (client_id, object, record_id, run_id),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
create index record_payload_integration on record_payload (client_id, integration_id);
create index record_payload_age on record_payload (received_at);
call protect_table('record_payload');

-- Two that became one: rows follow the one that is left.
create table contact_alias (
  client_id uuid not null,
  integration_id uuid not null,
  external_id text not null,
  into_external_id text not null,
  merged_at timestamptz not null,
  primary key (client_id, integration_id, external_id),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
create index contact_alias_into on contact_alias (client_id, integration_id, into_external_id);
call protect_table('contact_alias');

create table opportunity (
  client_id uuid not null,
  id uuid not null default uuidv7(),
  integration_id uuid not null,
  external_id text not null,
  name text,
  contact_id uuid,
  amount numeric(18, 2),
  currency text check (length(currency) = 3),
  pipeline_external_id text,
  raw_stage text,
  provider_outcome text not null default 'open' check (provider_outcome in ('open', 'won', 'lost')),
  outcome_reason text,
  owner_external_id text,
  source text,
  fields jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz,
  closed_at timestamptz,
  content_hash bytea not null,
  run_id uuid not null,
  deleted_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
create unique index opportunity_external on opportunity (client_id, integration_id, external_id);
create index opportunity_contact_id on opportunity (client_id, contact_id);
create index opportunity_newest on opportunity (client_id, created_at desc, id desc);
call protect_table('opportunity');

-- Who an opportunity is about. A contact may arrive after it.
create table opportunity_contact (
  client_id uuid not null,
  opportunity_id uuid not null,
  contact_external_id text not null,
  integration_id uuid not null,
  contact_id uuid,
  is_primary boolean not null,
  primary key (client_id, opportunity_id, contact_external_id),
  foreign key (client_id, opportunity_id) references opportunity (client_id, id) on delete cascade
);
-- Those whose contact has not arrived yet.
create index opportunity_contact_waiting on opportunity_contact (client_id, integration_id, contact_external_id) where contact_id is null;
create index opportunity_contact_contact on opportunity_contact (client_id, contact_id) where contact_id is not null;
call protect_table('opportunity_contact');

create table stage_event (
  client_id uuid not null,
  opportunity_id uuid not null,
  at timestamptz not null,
  raw_stage text not null,
  -- Among those of one instant.
  seq smallint not null default 0,
  pipeline_external_id text,
  provenance text not null check (provenance in ('provider', 'observed', 'webhook', 'date_column')),
  learned_at timestamptz not null,
  run_id uuid not null,
  deleted_at timestamptz,
  primary key (client_id, opportunity_id, at, raw_stage),
  foreign key (client_id, opportunity_id) references opportunity (client_id, id) on delete cascade
);
create index stage_event_time on stage_event (client_id, at);
call protect_table('stage_event');

create table touch (
  client_id uuid not null,
  contact_id uuid not null,
  -- Which one it is among those of its contact. Told again, it is the same; what was first stays as it was.
  key text not null,
  at timestamptz not null,
  channel text not null,
  kind text not null check (kind in ('click', 'form', 'call', 'chat', 'mail', 'offline', 'direct', 'unknown')),
  source text,
  medium text,
  campaign text,
  click_id text,
  landing_url text,
  referrer text,
  session_key text,
  cost numeric(18, 6),
  run_id uuid not null,
  primary key (client_id, contact_id, key),
  foreign key (client_id, contact_id) references contact (client_id, id) on delete cascade
);
create index touch_time on touch (client_id, at);
call protect_table('touch');

create table pipeline (
  client_id uuid not null,
  integration_id uuid not null,
  external_id text not null,
  name text not null,
  order_index integer not null default 0,
  deleted_at timestamptz,
  primary key (client_id, integration_id, external_id),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
call protect_table('pipeline');

create table pipeline_stage (
  client_id uuid not null,
  integration_id uuid not null,
  pipeline_external_id text not null,
  external_id text not null,
  name text not null,
  order_index integer not null default 0,
  outcome text not null default 'open' check (outcome in ('open', 'won', 'lost')),
  deleted_at timestamptz,
  primary key (client_id, integration_id, pipeline_external_id, external_id),
  foreign key (client_id, integration_id, pipeline_external_id)
    references pipeline (client_id, integration_id, external_id) on delete cascade
);
call protect_table('pipeline_stage');

create table crm_owner (
  client_id uuid not null,
  integration_id uuid not null,
  external_id text not null,
  name text,
  email text,
  primary key (client_id, integration_id, external_id),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
call protect_table('crm_owner');

create table crm_list (
  client_id uuid not null,
  integration_id uuid not null,
  external_id text not null,
  kind text not null check (kind in ('list', 'tag', 'segment', 'campaign')),
  name text not null,
  size integer,
  updated_at timestamptz,
  synced_at timestamptz not null,
  deleted_at timestamptz,
  primary key (client_id, integration_id, external_id),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
call protect_table('crm_list');

create table crm_list_member (
  client_id uuid not null,
  integration_id uuid not null,
  list_external_id text not null,
  contact_external_id text not null,
  -- The run that last met them in the list.
  run_id uuid not null,
  primary key (client_id, integration_id, list_external_id, contact_external_id),
  foreign key (client_id, integration_id, list_external_id)
    references crm_list (client_id, integration_id, external_id) on delete cascade
-- Each reading of a list marks its members anew: with room on their pages that touches no index.
) with (fillfactor = 60);
create index crm_list_member_contact on crm_list_member (client_id, integration_id, contact_external_id);
call protect_table('crm_list_member');

create table ad_spend (
  client_id uuid not null,
  integration_id uuid not null,
  campaign_external_id text not null,
  day date not null,
  campaign text not null,
  spend numeric(18, 6) not null,
  currency text not null check (length(currency) = 3),
  impressions bigint not null default 0,
  clicks bigint not null default 0,
  conversions numeric(18, 4) not null default 0,
  primary key (client_id, integration_id, campaign_external_id, day),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
create index ad_spend_day on ad_spend (client_id, day);
call protect_table('ad_spend');

-- What a run did, beside its event.
alter table event add column counts jsonb;
alter table event add column error text;
