-- The embedded user pool: who may sign in, what proves it, and what was handed out.
-- Local tables that no tenant owns; only the product itself reaches them.

create schema pool;
grant usage on schema pool to app_system;

create table pool.account (
  sub uuid primary key,
  username text not null unique check (length(username) between 1 and 128),
  email_norm text not null unique check (email_norm = lower(email_norm) and length(email_norm) <= 254),
  attributes jsonb not null check (jsonb_typeof(attributes) = 'object'),
  status text not null check (status in ('UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED')),
  enabled boolean not null default true,
  srp_salt text not null,
  srp_verifier_sealed text not null,
  temp_password_expires timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index account_unconfirmed on pool.account (created_at) where status = 'UNCONFIRMED';

-- A name nobody has is answered like one that somebody has. So the next three tables also hold rows of subjects that are no
-- accounts, and have no foreign key.
create table pool.code (
  subject uuid not null,
  kind text not null check (kind in ('sign_up', 'password', 'attribute', 'mfa', 'first_factor')),
  code_hash text not null,
  attempts integer not null default 0,
  expires timestamptz not null,
  primary key (subject, kind)
);
create index code_expires on pool.code (expires);

create table pool.auth_session (
  id_hash text primary key,
  subject uuid not null,
  step text not null check (length(step) <= 64),
  data_sealed text not null,
  attempts integer not null default 0,
  expires timestamptz not null
);
create index auth_session_subject on pool.auth_session (subject);
create index auth_session_expires on pool.auth_session (expires);

-- Failed proofs and requested codes per subject.
create table pool.throttle (
  subject uuid not null,
  kind text not null check (kind in ('password', 'sign_up_code', 'password_code', 'mfa', 'attribute_code')),
  count integer not null,
  since timestamptz not null,
  last_at timestamptz not null,
  primary key (subject, kind)
);
create index throttle_last_at on pool.throttle (last_at);

create table pool.refresh_token (
  token_hash text primary key,
  sub uuid not null references pool.account on delete cascade,
  origin_jti uuid not null,
  auth_time timestamptz not null,
  expires timestamptz not null,
  revoked_at timestamptz
);
create index refresh_token_sub on pool.refresh_token (sub);
create index refresh_token_expires on pool.refresh_token (expires);

-- Kept until the last access token of that origin has run out.
create table pool.revoked_origin (
  origin_jti uuid primary key,
  expires timestamptz not null
);
create index revoked_origin_expires on pool.revoked_origin (expires);

create table pool.signing_key (
  kid text primary key,
  use text not null check (use in ('access', 'id')),
  public_jwk jsonb not null,
  private_sealed text not null,
  created_at timestamptz not null,
  retires_at timestamptz
);

create table pool.secret (
  name text primary key check (name in ('mac')),
  value_sealed text not null,
  created_at timestamptz not null
);

grant select, insert, update, delete on all tables in schema pool to app_system;
