-- Old payloads are looked for account by account.
create index record_payload_received on record_payload (client_id, received_at);
drop index record_payload_age;

-- What a notification is about was part of its key, written in two ways.
alter table notification add column about text not null default '';
update notification set about = case when position(' ' in key) > 0 then split_part(key, ' ', 2) else split_part(key, ':', 2) end;
alter table notification alter column about drop default;
