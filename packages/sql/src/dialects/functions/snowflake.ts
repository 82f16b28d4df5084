import { commonFunctions, names } from './common.ts'

export const snowflakeFunctions = names(
  commonFunctions,
  `any_value approx_count_distinct approx_percentile approx_top_k array_agg array_union_agg array_unique_agg bitand_agg
   bitor_agg bitxor_agg booland_agg boolor_agg boolxor_agg corr count_if covar_pop covar_samp grouping grouping_id
   hash_agg hll kurtosis listagg max_by median min_by mode object_agg percentile_cont percentile_disc regr_avgx regr_avgy
   regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy skew stddev stddev_pop stddev_samp var_pop
   var_samp variance variance_pop variance_samp conditional_change_event conditional_true_event ratio_to_report
   bitand bitor bitxor bitnot cbrt div0 div0null factorial haversine square trunc truncate width_bucket pow random uniform
   greatest least greatest_ignore_nulls least_ignore_nulls iff ifnull nvl nvl2 nullifzero zeroifnull decode equal_null
   regr_valx regr_valy booland boolor boolnot boolxor is_null_value try_cast
   ascii base64_encode base64_decode_string bit_length char charindex chr collate concat_ws contains editdistance
   endswith hex_encode hex_decode_string ilike initcap insert instr jarowinkler_similarity left len like lpad md5 md5_hex
   octet_length position regexp regexp_count regexp_instr regexp_like regexp_replace regexp_substr regexp_substr_all
   repeat reverse right rlike rpad rtrimmed_length sha1 sha1_hex sha2 sha2_hex soundex space split split_part startswith
   strtok strtok_to_array substr translate try_base64_decode_string unicode uuid_string hash
   add_months convert_timezone date date_from_parts date_part date_trunc dateadd datediff datefromparts day dayname
   dayofmonth dayofweek dayofweekiso dayofyear getdate hour last_day localtime localtimestamp minute month monthname
   months_between next_day previous_day quarter second sysdate systimestamp time time_from_parts time_slice timeadd
   timediff timestamp_from_parts timestamp_ltz_from_parts timestamp_ntz_from_parts timestamp_tz_from_parts timestampadd
   timestampdiff to_date to_time to_timestamp to_timestamp_ltz to_timestamp_ntz to_timestamp_tz try_to_date try_to_time
   try_to_timestamp try_to_timestamp_ntz try_to_timestamp_ltz try_to_timestamp_tz week weekiso weekofyear year yearofweek
   yearofweekiso extract sysdate datetrunc trunc
   to_array to_binary to_boolean to_char to_decimal to_double to_geography to_json to_number to_numeric to_object
   to_varchar to_variant try_parse_json try_to_binary try_to_boolean try_to_decimal try_to_double
   try_to_number try_to_numeric parse_json check_json parse_url parse_ip
   array_append array_cat array_compact array_construct array_construct_compact array_contains array_distinct
   array_except array_flatten array_generate_range array_insert array_intersection array_max array_min array_position
   array_prepend array_remove array_remove_at array_size array_slice array_sort array_to_string arrays_overlap
   arrays_to_object as_array as_binary as_boolean as_char as_date as_decimal as_double as_integer as_number as_object
   as_real as_time as_varchar get get_path is_array is_binary is_boolean is_char is_date is_decimal is_double
   is_integer is_null_value is_object is_real is_time is_varchar json_extract_path_text object_construct
   object_construct_keep_null object_delete object_insert object_keys object_pick strip_null_value typeof
   h3_cell_to_boundary st_area st_asgeojson st_astext st_aswkt st_centroid st_contains st_covers st_dimension st_distance
   st_dwithin st_geogfromtext st_geographyfromwkt st_geogpoint st_intersection st_intersects st_length st_makeline
   st_makepoint st_makepolygon st_point st_simplify st_within st_x st_y st_union st_buffer st_npoints st_geohash st_geogfromwkb st_geographyfromwkb st_envelope st_collect st_union_agg
   seq1 seq2 seq4 seq8
   acosh asinh atanh cosh sinh tanh bitshiftleft bitshiftright normal zipf randstr
   approx_percentile_accumulate approx_percentile_combine approx_percentile_estimate approximate_similarity minhash
   minhash_combine hll_accumulate hll_combine hll_estimate hll_export hll_import
   bitmap_bit_position bitmap_bucket_number bitmap_construct_agg bitmap_count bitmap_or_agg
   array_reverse array_zip arrays_zip as_timestamp_ltz as_timestamp_ntz as_timestamp_tz is_timestamp_ltz
   is_timestamp_ntz is_timestamp_tz as_char as_array object_cat
   base64_decode_binary hex_decode_binary try_base64_decode_binary try_hex_decode_binary try_hex_decode_string
   md5_binary md5_number_lower64 md5_number_upper64 sha1_binary sha2_binary soundex_p123 to_xml parse_xml check_xml xmlget
   search try_to_geography to_geometry try_to_geometry vector_cosine_similarity vector_inner_product vector_l1_distance
   vector_l2_distance h3_latlng_to_cell h3_latlng_to_cell_string h3_point_to_cell h3_cell_to_point h3_cell_to_parent
   h3_grid_distance st_azimuth st_difference st_disjoint st_dwithin st_endpoint st_geohash st_geogpointfromgeohash
   st_isvalid st_numpoints st_perimeter st_pointn st_setsrid st_srid st_startpoint st_symdifference st_transform st_xmax
   st_xmin st_ymax st_ymin`,
)

export const snowflakeTableFunctions = names('flatten split_to_table strtok_split_to_table generator')
