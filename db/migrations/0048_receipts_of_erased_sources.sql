-- A company that erases a source erases what its agencies have of it: both sides get a receipt.
alter table receipt drop constraint receipt_kind_check;
alter table receipt add constraint receipt_kind_check check (kind in ('ended', 'narrowed', 'excluded', 'source_erased'));
