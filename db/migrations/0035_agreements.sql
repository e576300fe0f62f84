-- The criteria of a connection in their versions. The agency has a copy of each one that was submitted.
create table criteria_version (
  client_id uuid not null,
  connection_id uuid not null,
  version integer not null,
  state text not null check (state in ('draft', 'submitted', 'returned', 'withdrawn', 'rejected', 'in_force', 'replaced')),
  criteria jsonb not null,
  -- Names of pipelines, stages, lists, owners and sources, as they were when it was saved.
  names jsonb not null,
  -- The sentence, and the hash of sentence and criteria that both sides agree to.
  sentence text not null,
  text_hash text not null,
  contacts integer not null,
  opportunities integer not null,
  -- The user of this account who saved and submitted it, or decided about it.
  user_id uuid,
  sensitive_reason text,
  acknowledged_at timestamptz,
  acknowledged_from text,
  saved_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  in_force_from timestamptz,
  in_force_to timestamptz,
  primary key (client_id, connection_id, version),
  foreign key (client_id, connection_id) references connection (client_id, id) on delete cascade
);
call protect_table('criteria_version');
revoke insert, update, delete on criteria_version from app_rw, app_staff;

-- What the two accounts write to each other about a connection, in both of them.
create table connection_comment (
  client_id uuid not null,
  connection_id uuid not null,
  id uuid not null,
  side text not null check (side in ('AGENCY', 'COMPANY')),
  -- Of this account, if it wrote it.
  user_id uuid,
  kind text not null check (kind in ('changes_requested', 'data_requested', 'rejected')),
  text text not null,
  created_at timestamptz not null,
  primary key (client_id, connection_id, id),
  foreign key (client_id, connection_id) references connection (client_id, id) on delete cascade
);
call protect_table('connection_comment');
revoke insert, update, delete on connection_comment from app_rw, app_staff;

-- The source that is shared: two accounts have one open connection for each.
alter table connection add column integration_id uuid;
