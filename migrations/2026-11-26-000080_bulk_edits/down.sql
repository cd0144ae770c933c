DROP TABLE bulk_edit_contract, bulk_edit;
