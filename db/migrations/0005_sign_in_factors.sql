-- Second steps, passkeys and remembered devices of the embedded user pool.

alter table pool.account
  -- In the words of the protocol: SOFTWARE_TOKEN_MFA, EMAIL_OTP, SMS_MFA.
  add column mfa_methods text[] not null default '{}'
    check (mfa_methods <@ array['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA']),
  add column mfa_preferred text check (mfa_preferred is null or mfa_preferred = any (mfa_methods)),
  -- The password was chosen with a code from the mailbox, which must not be the second step as well.
  add column password_from_mail boolean not null default false;

-- The secret shared with an authenticator app. A new one counts only once a code has shown that it arrived.
create table pool.totp (
  sub uuid primary key references pool.account on delete cascade,
  secret_sealed text,
  pending_sealed text,
  name text not null default '',
  -- The 30 seconds of the last code that was used: no code is good twice.
  last_step bigint not null default 0,
  updated_at timestamptz not null
);

create table pool.passkey (
  credential_id text primary key check (length(credential_id) between 1 and 1400),
  sub uuid not null references pool.account on delete cascade,
  public_key bytea not null,
  sign_count bigint not null,
  name text not null,
  attachment text,
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_sub on pool.passkey (sub, created_at, credential_id);

-- A browser that can prove itself. Only a remembered one spares its person the second step.
create table pool.device (
  device_key text primary key,
  sub uuid not null references pool.account on delete cascade,
  group_key text not null,
  name text not null default '',
  -- Absent until the browser has confirmed it.
  salt text,
  verifier_sealed text,
  remembered boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz not null
);
create index device_sub on pool.device (sub, created_at, device_key);
create index device_unconfirmed on pool.device (created_at) where verifier_sealed is null;

alter table pool.refresh_token add column device_key text;
-- Every sign-in looks for the oldest ones of its person, among many more that have ended.
create index refresh_token_going_on on pool.refresh_token (sub, auth_time desc) where revoked_at is null;

-- A key is published before it signs, so that everybody knows it by then.
alter table pool.signing_key add column signs_from timestamptz;
update pool.signing_key set signs_from = created_at;
alter table pool.signing_key alter column signs_from set not null;

-- Addresses count like subjects, under a made-up id of their own: no address is kept.
alter table pool.throttle
  drop constraint throttle_kind_check,
  add constraint throttle_kind_check check (
    kind in (
      'password', 'mfa', 'question', 'sign_up_code', 'password_code', 'attribute_code', 'sign_in_code', 'second_step_code',
      'address', 'address_letters'
    )
  );

grant select, insert, update, delete on pool.totp, pool.passkey, pool.device to app_system;
