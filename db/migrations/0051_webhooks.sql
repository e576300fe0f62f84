-- Leads from anywhere: endpoints of an agency that take events, what the events may carry, and what became of each of them.

-- The catalogue: extra properties that events may carry.
create table webhook_property (
  client_id uuid not null references client on delete cascade,
  id uuid not null default uuidv7(),
  name text not null,
  label text not null,
  type text not null check (type in ('string', 'number', 'boolean', 'date', 'datetime', 'email', 'phone', 'enum')),
  enum_values text[] not null default '{}',
  is_required boolean not null default false,
  -- custom, or the object and its field: contact.city, opportunity.amount, touch.landing_url
  maps_to text not null,
  is_personal boolean not null default false,
  example text not null default '',
  -- Deleted although records have values of it.
  hidden_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id)
);
create unique index webhook_property_name on webhook_property (client_id, name) where hidden_at is null;
call protect_table('webhook_property');

-- How many records got a value of a property.
create table webhook_property_day (
  client_id uuid not null,
  property_id uuid not null,
  day date not null,
  count bigint not null,
  primary key (client_id, property_id, day),
  foreign key (client_id, property_id) references webhook_property (client_id, id) on delete cascade
);
call protect_table('webhook_property_day');
revoke insert, update, delete on webhook_property_day from app_rw, app_staff;

-- Unknown properties that are not to be offered again.
create table webhook_ignored_property (
  client_id uuid not null references client on delete cascade,
  name text not null,
  ignored_at timestamptz not null default now(),
  primary key (client_id, name)
);
call protect_table('webhook_ignored_property');

-- An endpoint is a data source: they have the same id. The company whose leads arrive is a column of the data source.
create table webhook_endpoint (
  client_id uuid not null references client on delete cascade,
  id uuid not null,
  -- A ghost company or a connected company; null: the agency's own endpoint.
  company_id uuid,
  -- The key is stored as a hash only (registry.webhook_key).
  key_tail text not null,
  key_since timestamptz not null default now(),
  previous_key_tail text,
  previous_key_until timestamptz,
  -- Null: nothing is signed. Every column that ends in _sealed is sealed again when the keys are rotated.
  signing_secret_sealed text,
  requires_signature boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, id) references data_source (client_id, id) on delete cascade
);
create unique index webhook_endpoint_company on webhook_endpoint (client_id, company_id) nulls not distinct;
call protect_table('webhook_endpoint');
revoke insert, update, delete on webhook_endpoint from app_rw, app_staff;

-- Finds an endpoint by the hash of its key, before the account is known.
create table registry.webhook_key (
  key_hash bytea primary key,
  client_id uuid not null,
  endpoint_id uuid not null,
  -- Of a key that was replaced.
  ends_at timestamptz
);
create index webhook_key_endpoint on registry.webhook_key (client_id, endpoint_id);
call protect_table('registry.webhook_key');
revoke insert, update, delete on registry.webhook_key from app_rw, app_staff;

-- Every event that arrived: acknowledged ones wait here until they are applied, and all stay for 30 days.
-- Without a foreign key: checking each row takes as long as writing it. Whoever adds some locks their endpoint.
create table webhook_delivery (
  client_id uuid not null,
  id uuid not null,
  -- The endpoint that it arrived at.
  endpoint_id uuid not null,
  -- The endpoint whose company it is about: another one if the event names a company.
  data_source_id uuid not null,
  received_at timestamptz not null,
  -- Among those that came in one call.
  position smallint not null,
  event text,
  event_id text,
  payload jsonb not null,
  -- held: the account has used up what its plan allows.
  state text not null check (state in ('waiting', 'applied', 'duplicate', 'rejected', 'held')),
  applied_at timestamptz,
  -- created, changed or unchanged
  effect text check (effect in ('created', 'changed', 'unchanged')),
  contact_id uuid,
  opportunity_id uuid,
  -- Why it was rejected, or what it repeats: {code, text, field}
  problem jsonb,
  -- Names of properties that are not in the catalogue.
  set_aside text[] not null default '{}',
  -- By whom it was replayed last.
  replayed_at timestamptz,
  primary key (client_id, id)
);
create index webhook_delivery_newest on webhook_delivery (client_id, endpoint_id, id desc);
create index webhook_delivery_waiting on webhook_delivery (client_id, data_source_id, received_at, position) where state = 'waiting';
create index webhook_delivery_set_aside on webhook_delivery (client_id, id) where set_aside <> '{}';
create index webhook_delivery_problems on webhook_delivery (client_id, id desc) where state = 'rejected';
call protect_table('webhook_delivery');
revoke insert, update, delete on webhook_delivery from app_rw, app_staff;

-- What an endpoint has taken: by the event's own id for 30 days, else by its content for 24 hours.
create table webhook_seen (
  client_id uuid not null,
  endpoint_id uuid not null,
  key bytea not null,
  delivery_id uuid not null,
  expires_at timestamptz not null,
  primary key (client_id, endpoint_id, key)
);
create index webhook_seen_expired on webhook_seen (client_id, expires_at);
call protect_table('webhook_seen');
revoke insert, update, delete on webhook_seen from app_rw, app_staff;

-- By what a sender names a contact or an opportunity: its own id, an email address or a phone number, as a hash.
create table webhook_identity (
  client_id uuid not null,
  data_source_id uuid not null,
  key bytea not null,
  external_id text not null,
  primary key (client_id, data_source_id, key),
  foreign key (client_id, data_source_id) references webhook_endpoint (client_id, id) on delete cascade
);
create index webhook_identity_record on webhook_identity (client_id, data_source_id, external_id);
call protect_table('webhook_identity');
revoke insert, update, delete on webhook_identity from app_rw, app_staff;

-- Automation events by day: items that changed something.
create table webhook_usage (
  client_id uuid not null,
  endpoint_id uuid not null,
  day date not null,
  count bigint not null,
  primary key (client_id, endpoint_id, day)
);
call protect_table('webhook_usage');
revoke insert, update, delete on webhook_usage from app_rw, app_staff;
