import { commonFunctions, names } from './common.ts'

export const hanaFunctions = names(
  commonFunctions,
  `auto_corr corr corr_spearman cross_corr first_value grouping grouping_id last_value median nth_value percentile_cont
   percentile_disc stddev stddev_pop stddev_samp string_agg var var_pop var_samp any_value binning weighted_avg
   linear_approx cubic_spline_approx random_partition
   bitand bitcount bitnot bitor bitxor cosh ndiv0 rand rand_secure sinh tanh uminus greatest least ifnull map nvl to_boolean
   abap_lower abap_upper ascii bintohex bintostr char concat_naz hamming_distance hextobin initcap left lcase locate
   locate_regexpr lpad nchar occurrences_regexpr replace_regexpr reverse right rpad score soundex strtobin
   substr_after substr_before substr_regexpr substring_regexpr ucase unicode substr
   add_days add_months add_months_last add_nano100 add_seconds add_years current_utcdate current_utctime
   current_utctimestamp current_date current_time current_timestamp dayname dayofmonth dayofyear days_between extract hour
   isoweek last_day localtoutc minute month monthname months_between nano100_between next_day now quarter second
   seconds_between utctolocal week weekday year years_between day
   cast to_alphanum to_bigint to_binary to_blob to_clob to_dats to_date to_decimal to_double to_fixedchar to_int
   to_integer to_json_boolean to_nclob to_nvarchar to_real to_seconddate to_smalldecimal to_smallint to_time to_timestamp
   to_tinyint to_varbinary to_varchar
   series_round series_element_to_period series_period_to_element contains fuzzy exact linguistic highlighted snippets
   json_query json_value cardinality array_agg member_at trim_array subarray hash_md5 hash_sha256
   st_asgeojson st_astext st_aswkt st_contains st_distance st_geomfromtext st_intersects st_point st_within`,
)

export const hanaTableFunctions = names('series_generate_date series_generate_integer series_generate_timestamp unnest')
