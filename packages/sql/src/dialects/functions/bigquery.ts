import { commonFunctions, names } from './common.ts'

export const bigqueryFunctions = names(
  commonFunctions,
  `any_value approx_count_distinct approx_quantiles approx_top_count approx_top_sum array_agg array_concat_agg bit_and
   bit_or bit_xor corr countif covar_pop covar_samp grouping logical_and logical_or max_by min_by percentile_cont
   percentile_disc stddev stddev_pop stddev_samp string_agg var_pop var_samp variance
   cbrt div ieee_divide is_inf is_nan pow rand range_bucket safe_add safe_divide safe_multiply safe_negate safe_subtract
   trunc greatest least if ifnull safe_cast acosh asinh atanh cosh sinh tanh cosine_distance euclidean_distance
   ascii byte_length char_length character_length chr code_points_to_bytes code_points_to_string collate contains_substr
   edit_distance ends_with format from_base32 from_base64 from_hex initcap instr left lpad normalize normalize_and_casefold
   octet_length regexp_contains regexp_extract regexp_extract_all regexp_instr regexp_replace regexp_substr repeat reverse
   right rpad safe_convert_bytes_to_string soundex split starts_with strpos to_base32 to_base64 to_code_points to_hex
   translate unicode md5 sha1 sha256 sha512 farm_fingerprint generate_uuid
   current_datetime date date_add date_diff date_from_unix_date date_sub date_trunc datetime datetime_add datetime_diff
   datetime_sub datetime_trunc extract format_date format_datetime format_time format_timestamp last_day parse_date
   parse_datetime parse_time parse_timestamp string time time_add time_diff time_sub time_trunc timestamp timestamp_add
   timestamp_diff timestamp_micros timestamp_millis timestamp_seconds timestamp_sub timestamp_trunc unix_date unix_micros
   unix_millis unix_seconds make_interval justify_days justify_hours justify_interval date_bucket timestamp_bucket
   datetime_bucket generate_date_array generate_timestamp_array generate_array
   array array_concat array_length array_reverse array_to_string array_first array_last array_slice array_is_distinct
   offset safe_offset ordinal safe_ordinal struct
   bool float64 int64 json_array json_extract json_extract_array json_extract_scalar json_extract_string_array
   json_keys json_object json_query json_query_array json_remove json_set json_strip_nulls json_type json_value
   json_value_array lax_bool lax_float64 lax_int64 lax_string parse_json to_json to_json_string parse_numeric
   parse_bignumeric bit_count week
   st_area st_asgeojson st_astext st_boundary st_buffer st_centroid st_centroid_agg st_clusterdbscan st_contains st_convexhull
   st_coveredby st_covers st_difference st_dimension st_disjoint st_distance st_dwithin st_equals st_geogfrom
   st_geogfromgeojson st_geogfromtext st_geogfromwkb st_geogpoint st_geohash st_intersection st_intersects
   st_intersectsbox st_isempty st_length st_makeline st_makepolygon st_maxdistance st_npoints st_numpoints st_perimeter
   csc sec cot coth csch sech cast bignumeric numeric float32 zeroifnull nullifzero
   json_array_append json_array_insert lax_bool_array lax_float64_array lax_int64_array lax_string_array bool_array
   float64_array int64_array string_array range range_contains range_end range_intersect range_overlaps range_start
   generate_range_array dot_product split_substr
   st_angle st_asbinary st_azimuth st_boundingbox st_bufferwithtolerance st_closestpoint st_dump st_endpoint st_exteriorring
   st_extent st_geogpointfromgeohash st_geometrytype st_hausdorffdistance st_interiorrings st_isclosed st_iscollection
   st_isring st_lineinterpolatepoint st_linelocatepoint st_linesubstring st_makepolygonoriented st_numgeometries st_pointn
   st_startpoint s2_cellidfrompoint s2_coveringcellids
   hll_count.init hll_count.merge hll_count.merge_partial hll_count.extract
   kll_quantiles.init_int64 kll_quantiles.init_float64 kll_quantiles.merge_int64 kll_quantiles.merge_float64
   kll_quantiles.merge_point_int64 kll_quantiles.merge_point_float64 kll_quantiles.extract_int64
   kll_quantiles.extract_float64 kll_quantiles.extract_point_int64 kll_quantiles.extract_point_float64
   net.host net.reg_domain net.public_suffix net.ip_from_string net.ip_to_string net.ip_net_mask net.ip_trunc
   net.ipv4_from_int64 net.ipv4_to_int64 net.safe_ip_from_string
   st_simplify st_snaptogrid st_touches st_union st_union_agg st_within st_x st_y`,
)

export const bigqueryTableFunctions = names('unnest')
