-- One record of 64, by chance: the last byte of an id is random. Criteria over a large source are first counted on these.
create index contact_sampled on contact (client_id, data_source_id) include (id)
  where deleted_at is null and merged_into is null and get_byte(uuid_send(id), 15) < 4;
create index opportunity_sampled on opportunity (client_id, data_source_id) include (id)
  where deleted_at is null and get_byte(uuid_send(id), 15) < 4;
