-- An agency and a company that work together: one row in each account, with the same id. Until the invited account is known there is only the inviter's.
create table connection (
  client_id uuid not null references client on delete cascade,
  id uuid not null,
  side text not null check (side in ('AGENCY', 'COMPANY')),
  state text not null check (state in ('INVITED', 'DRAFT', 'SUBMITTED', 'IN_PROCESS', 'ACTIVE', 'CANCELED')),
  invited_by text not null check (invited_by in ('AGENCY', 'COMPANY')),
  -- The name of the other account; until it accepts, the name that the inviter entered.
  partner_name text not null,
  -- The other account, if it is known. The inviter does not see it before it accepts.
  partner_id uuid,
  partner_email text not null,
  partner_email_norm text not null,
  -- The user who invited, in their own account's row.
  inviter_user_id uuid,
  invited_as text not null,
  message text,
  ending text,
  reason text,
  health text not null default 'ok' check (health in ('ok', 'source_error', 'source_disconnected', 'subscription_hold')),
  version_in_force integer,
  pending_version integer,
  sent_at timestamptz not null,
  sent_count integer not null default 1,
  reminded_count integer not null default 0,
  opened_at timestamptz,
  expires_at timestamptz,
  accepted_at timestamptz,
  review_started_at timestamptz,
  shared_since timestamptz,
  ended_at timestamptz,
  -- Removed from this account's own list.
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (client_id, id)
);
call protect_table('connection');
-- Both rows change together, which only the product itself can do.
revoke insert, update, delete on connection from app_rw, app_staff;
create index connection_listed on connection (client_id, created_at desc, id desc) where archived_at is null;
create index connection_partner on connection (client_id, partner_email_norm);
create index connection_expiring on connection (expires_at) where state = 'INVITED';

-- Finds an invitation by the hash of its token, before the account is known.
create table registry.connection_invitation (
  token_hash bytea primary key,
  client_id uuid not null,
  connection_id uuid not null
);
create index connection_invitation_connection on registry.connection_invitation (client_id, connection_id);
call protect_table('registry.connection_invitation');
revoke insert, update, delete on registry.connection_invitation from app_rw, app_staff;
