-- Old payloads are looked for account by account.
create index record_payload_received on record_payload (client_id, received_at);
drop index record_payload_age;
