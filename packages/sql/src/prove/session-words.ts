/** Words that return session data without parentheses. */
export const sessionWords: ReadonlySet<string> = new Set(
  `current_user session_user system_user user uid current_role current_roles current_available_roles current_schema
   current_schemas current_database current_catalog current_warehouse current_account current_account_name
   current_organization_name current_region current_session current_statement current_transaction current_client
   current_version current_ip_address current_secondary_roles current_connection current_site current_path
   current_transaction_isolation_level current_update_transaction current_update_statement_sequence current_object_schema
   current_line_number current_mysql_user sysuuid last_query_id last_transaction rowid ora_rowscn userenv sessiontimezone
   dbtimezone ora_invoking_user ora_invoking_userid nextval currval`.split(/\s+/),
)
