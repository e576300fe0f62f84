-- An account is suspended, restored or closed with or without a reason.
alter table staff_request alter column reason drop not null;

-- For whom a sync was requested, where that is not the caller, or as the request named them where that is not how we know them.
alter table event add column requested_for text;
-- The name goes when that user is forgotten.
alter table event add column requested_for_id uuid;
create index event_requested_for on event (client_id, requested_for_id) where requested_for_id is not null;
