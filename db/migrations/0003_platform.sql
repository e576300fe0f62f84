-- What every capability stands on: background work, letters, live updates, idempotent writes.

-- The queue library keeps its own tables; the product's role owns them, requests may only hand work in.
create schema pgboss authorization app_system;

create table platform.letter (
  id uuid primary key default uuidv7(),
  client_id uuid,
  to_address text not null,
  from_address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  problem text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index letter_newest on platform.letter (created_at desc, id desc);
create index letter_recipient on platform.letter (to_address, created_at desc, id desc);
grant insert on platform.letter to app_rw, app_staff;
grant select, insert, update, delete on platform.letter to app_system;

create table live_event (
  client_id uuid not null references client on delete cascade,
  id uuid not null default uuidv7(),
  topic text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
create index live_event_age on live_event (created_at);
call protect_table('live_event');
revoke update, delete on live_event from app_rw;

create table idempotency_key (
  client_id uuid not null references client on delete cascade,
  user_id uuid not null,
  key text not null check (length(key) <= 200),
  request_hash text not null,
  committed boolean not null default false,
  status integer,
  reply text,
  created_at timestamptz not null default now(),
  primary key (client_id, user_id, key)
);
create index idempotency_key_age on idempotency_key (created_at);
call protect_table('idempotency_key');
