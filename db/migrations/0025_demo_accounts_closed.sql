-- A start without the demo suspends its accounts, so that nothing is read for them; here is what they were before.
alter table platform.demo_client add column status_before text;
