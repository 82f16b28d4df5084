import { commonFunctions, names } from './common.ts'

export const dremioFunctions = names(
  commonFunctions,
  `approx_count_distinct approx_percentile array_agg bit_and bit_or bool_and bool_or corr covar_pop covar_samp grouping
   listagg median ndv percentile_cont percentile_disc stddev stddev_pop stddev_samp var_pop var_samp variance any_value
   cbrt pow rand random trunc truncate greatest least nvl if ifnull isnull decode nullif
   ascii base64 btrim char_length character_length chr col_like concat_ws ends_with ilike initcap instr is_utf8 lcase left
   length levenshtein like locate lpad md5 mid octet_length position regexp_col_like regexp_extract regexp_like
   regexp_matches regexp_replace regexp_split repeat repeatstr reverse right rpad sha sha1 sha256 sha512 similar_to soundex
   split_part starts_with strpos substring_index toascii translate ucase unbase64 hex unhex
   add_months convert_timezone current_date_utc current_timestamp_utc date_add date_diff date_part date_sub date_trunc
   datediff datetype day dayofmonth dayofweek dayofyear extract hour last_day minute month months_between next_day now
   quarter second timestampadd timestampdiff timestamptype to_char to_date to_number to_time to_timestamp
   unix_timestamp week weekofyear year typeof convert_from convert_to cast cardinality array_contains array_max array_min
   array_size array_sum array_to_string flatten array_distinct array_join is_null is_not_null is_bigint is_int is_varchar
   map_keys map_values isdate isnumeric
   array_append array_avg array_cat array_compact array_concat array_frequency array_generate_range array_insert
   array_position array_prepend array_remove array_remove_at array_slice arrays_overlap set_union
   bitwise_and bitwise_not bitwise_or bitwise_xor pmod hash hash64 parse_url
   mask mask_first_n mask_hash mask_last_n mask_show_first_n mask_show_last_n
   sinh cosh tanh factorial bit_length quote`,
)
