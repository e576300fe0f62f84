-- People and accounts under administration: what a person chose, which companies they see, what they are told, what was done to whom.

create extension if not exists pg_trgm;

alter table app_user add column time_zone text;
alter table app_user add column theme text not null default 'auto' check (theme in ('auto', 'light', 'dark'));
alter table app_user add column companies_chosen boolean not null default false;
alter table app_user add column invited_at timestamptz;
alter table app_user add column status_since timestamptz not null default now();
alter table app_user add column last_seen_at timestamptz;
alter table app_user drop constraint app_user_status_check;
alter table app_user add constraint app_user_status_check check (status in ('INVITED', 'ACTIVE', 'SUSPENDED', 'DELETED'));
update app_user set invited_at = created_at where status = 'INVITED';
-- A request may describe its own person; who somebody is and what they may do is still not for it to say.
grant update (time_zone, theme, last_seen_at) on app_user to app_rw;

create index app_user_name on app_user (client_id, name, lastname, id);
-- For our own people, who look for somebody among all of them. A page is found in the index alone, however far behind.
create index app_user_id on app_user (id);
create index app_user_newest on app_user (created_at desc, id desc) include (client_id);
create index app_user_status on app_user (status, created_at desc, id desc) include (client_id);
create index app_user_role on app_user (role, created_at desc, id desc) include (client_id);
-- Those who were removed and whose address is not free yet.
create index app_user_removed on app_user (status_since) where status = 'DELETED' and email_norm <> '';
create index app_user_full_name on app_user (lower(name || ' ' || lastname));

alter table client add column status_reason text;
alter table client add column status_since timestamptz not null default now();
alter table client add column closes_at timestamptz;
create index client_status on client (status, created_at desc, client_id desc);
create index client_type on client (type, created_at desc, client_id desc);
create index client_name_order on client (lower(name), client_id);
create index client_name_parts on client using gin (lower(name) gin_trgm_ops);
create index client_closing on client (closes_at) where closes_at is not null;

-- What one of our own people wants to do to an account and a second one has to agree to.
create table staff_request (
  client_id uuid not null references client on delete cascade,
  kind text not null check (kind in ('closing', 'ownership')),
  -- The person who is to become the owner.
  subject text not null default '',
  requested_by uuid not null,
  reason text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, kind)
);
create index staff_request_age on staff_request (created_at);
call protect_table('staff_request');
revoke insert, update, delete on staff_request from app_rw;

-- The companies that a person of an agency is limited to, where they are limited.
create table user_company (
  client_id uuid not null references client on delete cascade,
  user_id uuid not null,
  company_id uuid not null,
  primary key (client_id, user_id, company_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_table('user_company');
revoke insert, update, delete on user_company from app_rw;

create table notification (
  client_id uuid not null references client on delete cascade,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  kind text not null,
  -- The change of state that is told. Told again, it is the same notification.
  key text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create unique index notification_once on notification (client_id, user_id, key);
create index notification_newest on notification (client_id, user_id, created_at desc, id desc);
create index notification_unread on notification (client_id, user_id) where read_at is null;
create index notification_age on notification (created_at);
call protect_table('notification');
revoke delete on notification from app_rw;
revoke update on notification from app_rw;
grant update (read_at) on notification to app_rw;

create table mail_preference (
  client_id uuid not null references client on delete cascade,
  user_id uuid not null,
  topic text not null,
  wanted boolean not null,
  primary key (client_id, user_id, topic),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_table('mail_preference');

-- What was done to whom, by whom and why. Each row carries the hash of the one before it: a row that is changed, removed or slipped in
-- later breaks the chain. It outlives the account, hence no reference to it.
create table audit_entry (
  client_id uuid not null,
  seq bigint not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('user', 'key', 'system', 'staff')),
  actor_id text,
  on_behalf_of text,
  -- Compared byte by byte, so that everything below `user.` lies together.
  action text collate "C" not null,
  object_type text not null,
  object_id text,
  diff jsonb not null default '{}',
  reason text,
  ip_prefix text,
  user_agent_hash text,
  request_id text,
  prev_hash text not null,
  hash text not null,
  primary key (client_id, seq)
);
create index audit_entry_action on audit_entry (client_id, action, seq desc);
-- Also for what one of our own people did, in whichever account.
create index audit_entry_actor on audit_entry (actor_id, client_id, seq desc);
create index audit_entry_object on audit_entry (client_id, object_type, object_id, seq desc);
create index audit_entry_time on audit_entry (at desc, client_id, seq desc);
create index audit_entry_everywhere on audit_entry (action, at desc, client_id, seq desc);
call protect_table('audit_entry');
revoke update, delete on audit_entry from app_rw, app_staff, app_system;

-- Where the chain of an account ends. Appending waits for this row, so it is the last thing that a transaction does.
create table audit_head (
  client_id uuid primary key,
  seq bigint not null,
  hash text not null
);
call protect_table('audit_head');
revoke delete on audit_head from app_rw, app_staff, app_system;

-- Where it ended on each day: whoever wanted to write a whole chain anew would have to change this too.
create table audit_day (
  client_id uuid not null,
  day date not null,
  seq bigint not null,
  hash text not null,
  primary key (client_id, day)
);
call protect_table('audit_day');
revoke insert, update, delete on audit_day from app_rw, app_staff;
revoke update, delete on audit_day from app_system;

-- The text that is hashed: every column but the hash, in a fixed order, times in microseconds since 1970.
create function audit_text(entry audit_entry) returns text
  language sql stable
  return json_build_array(
    entry.prev_hash, entry.client_id, entry.seq, (extract(epoch from entry.at) * 1000000)::bigint, entry.actor_kind, entry.actor_id,
    entry.on_behalf_of, entry.action, entry.object_type, entry.object_id, entry.diff, entry.reason, entry.ip_prefix,
    entry.user_agent_hash, entry.request_id
  )::text;

create function audit_append(id uuid, entries jsonb) returns void
  language plpgsql
as $$
declare
  head audit_head;
  entry audit_entry;
  given jsonb;
begin
  select * into head from audit_head where client_id = id for update;
  if not found then
    insert into audit_head (client_id, seq, hash) values (id, 0, '') on conflict do nothing;
    select * into head from audit_head where client_id = id for update;
  end if;
  for given in select value from jsonb_array_elements(entries) loop
    entry := jsonb_populate_record(null::audit_entry, given);
    entry.client_id := id;
    entry.seq := head.seq + 1;
    entry.at := clock_timestamp();
    entry.diff := coalesce(entry.diff, '{}');
    entry.prev_hash := head.hash;
    entry.hash := encode(sha256(convert_to(audit_text(entry), 'utf8')), 'hex');
    insert into audit_entry values (entry.*);
    head.seq := entry.seq;
    head.hash := entry.hash;
  end loop;
  update audit_head set seq = head.seq, hash = head.hash where client_id = id;
end
$$;

-- Activity across accounts, for our own people.
create index event_everywhere on event (created_at desc, id desc);
create index event_everywhere_name on event (event, created_at desc, id desc);
create index event_everywhere_origin on event (origin, created_at desc, id desc);

-- What somebody did and what was done to them, when they leave.
create index event_actor on event (client_id, actor);
create index event_object on event (client_id, object);
