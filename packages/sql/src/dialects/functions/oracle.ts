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
   approx_count approx_percentile approx_rank approx_sum bit_and_agg bit_or_agg bit_xor_agg bin_to_num cardinality checksum
   kurtosis_pop kurtosis_samp skewness_pop skewness_samp stats_binomial_test stats_crosstab stats_f_test stats_ks_test
   stats_mw_test stats_one_way_anova stats_t_test_indep stats_t_test_indepu stats_t_test_one stats_t_test_paired
   stats_wsr_test asciistr compose convert decompose to_boolean to_multi_byte to_single_byte unistr
   fuzzy_match phonic_encode round_ties_to_even catsearch matches
   json_serialize json_scalar json_transform json_equal json_dataguide
   json_value json_query json_object json_array json_arrayagg json_objectagg json_exists json_mergepatch json_textcontains contains score`,
)
