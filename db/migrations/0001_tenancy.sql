-- Tenants, their users, and the mechanism that keeps them apart.
-- The owner of the tables migrates and never serves. Requests run as app_rw, our own people as app_staff, the product itself as app_system.

do $$
declare
  role_name text;
begin
  foreach role_name in array array['app_rw', 'app_staff', 'app_system'] loop
    begin
      execute format('create role %I login', role_name);
    exception when duplicate_object or unique_violation then null; -- roles belong to the cluster: another database made it
    end;
    -- without inherit: the policies of one role must never apply to another
    execute format('grant %I to %I with inherit false, set true', role_name, current_user);
  end loop;
end
$$;

-- Nobody waits for ever: neither a person for an answer, nor the others for a lock that a stuck transaction holds.
alter role app_rw set statement_timeout = '30s';
alter role app_rw set lock_timeout = '10s';
alter role app_rw set idle_in_transaction_session_timeout = '60s';
alter role app_staff set statement_timeout = '30s';
alter role app_staff set lock_timeout = '10s';
alter role app_staff set idle_in_transaction_session_timeout = '60s';
alter role app_system set statement_timeout = '5min';
alter role app_system set lock_timeout = '10s';
alter role app_system set idle_in_transaction_session_timeout = '60s';

-- On a distributed database the tenant that a transaction entered must be known on every node that it reaches. On a plain one the
-- setting means nothing, and an owner who is no superuser may not even name it.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['app_rw', 'app_staff', 'app_system'] loop
    execute format('alter role %I set citus.propagate_set_commands = %L', role_name, 'local');
  end loop;
exception when insufficient_privilege or undefined_object then null;
end
$$;

create schema registry;
create schema if not exists platform;
grant usage on schema public, registry, platform to app_rw, app_staff, app_system;

create function current_client() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.client_id', true), '')::uuid;

-- set local inside execute reaches every node of a distributed database; set_config does not
create function enter_client(id uuid) returns void
  language plpgsql
as $$
begin
  execute format('set local app.client_id = %L', id);
end
$$;

-- Stamps a table: forced row-level security, one plain comparison for requests, full sight for staff and system.
create procedure protect_table(name regclass)
  language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s to app_rw using (client_id = current_client()) with check (client_id = current_client())', name);
  execute format('create policy staff on %s to app_staff using (true) with check (true)', name);
  execute format('create policy system on %s to app_system using (true) with check (true)', name);
  execute format('grant select, insert, update, delete on %s to app_rw, app_staff, app_system', name);
end
$$;

create table client (
  client_id uuid primary key default uuidv7(),
  name text not null,
  type text not null check (type in ('AGENCY', 'COMPANY')),
  status text not null default 'active' check (status in ('pending', 'active', 'suspended', 'closing', 'closed')),
  is_internal boolean not null default false,
  owner_user_id uuid,
  time_zone text not null default 'UTC',
  currency text not null default 'USD' check (length(currency) = 3),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index client_newest on client (created_at desc, client_id desc);
call protect_table('client');
-- A request describes its account. Who is internal, who owns it and whether it is open is not for the request to say.
revoke insert, update, delete on client from app_rw;
grant update (name, time_zone, currency, version, updated_at) on client to app_rw;

create table app_user (
  client_id uuid not null references client on delete cascade,
  id uuid not null default uuidv7(),
  subject text,
  email text not null,
  email_norm text not null,
  name text not null,
  lastname text not null,
  role text not null check (role in ('user', 'admin', 'account_admin', 'super_admin')),
  status text not null check (status in ('INVITED', 'ACTIVE', 'SUSPENDED')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id)
);
create index app_user_email on app_user (client_id, email_norm);
call protect_table('app_user');
-- Nor does a request say who somebody is, or what they may do.
revoke insert, update, delete on app_user from app_rw;
grant update (name, lastname, version, updated_at) on app_user to app_rw;

-- What must be unique across tenants lives in small registries: a tenant sees its own entries, a clash shows only that something is taken.
create table registry.client_name (
  name_key text primary key,
  client_id uuid not null
);
create index client_name_client on registry.client_name (client_id);
call protect_table('registry.client_name');

create table registry.user_email (
  email_norm text primary key,
  client_id uuid not null,
  user_id uuid not null
);
create index user_email_client on registry.user_email (client_id, user_id);
call protect_table('registry.user_email');
revoke insert, update, delete on registry.user_email from app_rw;

-- The identity provider's id of a person, so that a token finds its user.
create table registry.user_subject (
  subject text primary key,
  client_id uuid not null,
  user_id uuid not null
);
create index user_subject_client on registry.user_subject (client_id, user_id);
call protect_table('registry.user_subject');
revoke insert, update, delete on registry.user_subject from app_rw;
