-- An account is suspended, restored or closed with or without a reason.
alter table staff_request alter column reason drop not null;

-- For whom a sync was requested, as the request named them, where that is not how we know them.
alter table event add column requested_for text;
