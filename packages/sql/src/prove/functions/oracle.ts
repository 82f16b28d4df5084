import { commonFunctions, names } from './common.ts'

export const oracleFunctions = names(
  commonFunctions,
  `approx_count_distinct approx_median collect corr corr_k corr_s covar_pop covar_samp first last group_id grouping
   grouping_id listagg median percentile_cont percentile_disc ratio_to_report regr_avgx regr_avgy regr_count
   regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy stats_mode stddev stddev_pop stddev_samp var_pop var_samp
   variance any_value
   bitand cosh nanvl remainder sinh tanh trunc width_bucket
   ascii chr initcap instr instrb instrc lpad nchr nls_initcap nls_lower nls_upper nlssort regexp_count regexp_instr
   regexp_like regexp_replace regexp_substr rpad soundex translate treat lengthb lengthc substrb reverse
   add_months extract from_tz last_day months_between new_time next_day numtodsinterval numtoyminterval round
   sys_extract_utc to_date to_dsinterval to_timestamp to_timestamp_tz to_yminterval tz_offset localtimestamp sysdate
   systimestamp to_char to_clob to_nchar to_nclob to_number to_binary_double to_binary_float validate_conversion cast
   decode greatest least lnnvl nvl nvl2 coalesce standard_hash ora_hash hextoraw rawtohex vsize
   sys_connect_by_path connect_by_root
   json_value json_query json_object json_array json_arrayagg json_objectagg json_exists json_mergepatch json_textcontains contains score`,
)
