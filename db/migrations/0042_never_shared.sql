-- Criteria about anything but tags ask for the contacts that are never shared, and no others. Most companies keep the
-- tag that is set at first.
create index contact_never_shared on contact (client_id, data_source_id) include (id)
  where deleted_at is null and merged_into is null and 'do-not-share' = any(tags_norm);
