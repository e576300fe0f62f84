-- Guessing is counted by day and network, places that people signed in from are known, sign-ups that nobody confirmed hold no
-- address, and a refresh token is good once.

alter table pool.throttle
  -- What a success does not forget.
  add column day_count integer not null default 0,
  add column day_since timestamptz,
  drop constraint throttle_kind_check,
  add constraint throttle_kind_check check (
    kind in (
      'password', 'code', 'mfa', 'question', 'sign_up', 'sign_up_code', 'password_code', 'attribute_code', 'sign_in_code',
      'second_step_code', 'address', 'address_letters', 'network', 'network_letters', 'attack_letter'
    )
  );

-- Where a person has signed in from, as a made-up id that also counts for that place alone: no address is kept.
create table pool.known_place (
  sub uuid not null references pool.account on delete cascade,
  place uuid not null,
  last_at timestamptz not null,
  primary key (sub, place)
);
create index known_place_last_at on pool.known_place (last_at);
grant select, insert, update, delete on pool.known_place to app_system;

-- Several people may sign up with one address; it belongs to whoever confirms it.
alter table pool.account drop constraint account_email_norm_key;
create unique index account_email on pool.account (email_norm) where status <> 'UNCONFIRMED';
create index account_email_any on pool.account (email_norm, created_at);

-- One row for each sign-in. The token is derived from its seed and generation; rows without a seed still have the token they began with.
alter table pool.refresh_token
  add column seed text,
  add column generation integer not null default 0,
  add column rotated_at timestamptz,
  -- When the person last proved again who they are.
  add column proven_at timestamptz;
create unique index refresh_token_origin on pool.refresh_token (origin_jti);
