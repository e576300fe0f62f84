-- Why an opportunity was lost is free text, and no field that can be shared: agencies no longer have it.
update opportunity set outcome_reason = null
  from data_source
  where data_source.client_id = opportunity.client_id and data_source.id = opportunity.data_source_id
    and data_source.kind = 'connection' and opportunity.outcome_reason is not null;
