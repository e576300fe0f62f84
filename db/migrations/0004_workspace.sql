-- What a new account starts with: its event log, its onboarding, its stages, and a place for its integrations.

create table event (
  client_id uuid not null references client on delete cascade,
  id uuid not null default uuidv7(),
  event text not null,
  origin text not null check (origin in ('user', 'schedule', 'webhook', 'system', 'staff')),
  actor text,
  object text,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
create index event_newest on event (client_id, created_at desc, id desc);
create index event_name on event (client_id, event, created_at desc, id desc);
create index event_origin on event (client_id, origin, created_at desc, id desc);
call protect_table('event');
-- What happened stays as it was written down.
revoke update, delete on event from app_rw;

create table onboarding_step (
  client_id uuid not null references client on delete cascade,
  step text not null,
  done_at timestamptz not null default now(),
  primary key (client_id, step)
);
call protect_table('onboarding_step');
revoke update, delete on onboarding_step from app_rw;

create table stage (
  client_id uuid not null references client on delete cascade,
  id uuid not null default uuidv7(),
  name text not null,
  name_key text not null,
  description text not null default '',
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  order_index integer not null,
  is_final_stage boolean not null default false,
  outcome text not null default 'none' check (outcome in ('won', 'lost', 'none')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id),
  check (is_final_stage = (outcome <> 'none'))
);
create unique index stage_name on stage (client_id, name_key);
create index stage_order on stage (client_id, order_index);
call protect_table('stage');

create table integration (
  client_id uuid not null references client on delete cascade,
  id uuid not null default uuidv7(),
  type text not null,
  name text not null,
  status text not null check (status in ('active', 'error', 'disconnected')),
  account text,
  syncing boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id)
);
create index integration_newest on integration (client_id, created_at desc, id desc);
call protect_table('integration');
