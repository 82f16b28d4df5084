import { commonFunctions, names } from './common.ts'

/** MySQL and MariaDB (and the MongoDB BI connector, which speaks MySQL). */
export const mysqlFunctions = names(
  commonFunctions,
  `bit_and bit_or bit_xor group_concat json_arrayagg json_objectagg std stddev stddev_pop stddev_samp var_pop var_samp
   variance any_value grouping bit_count median percentile_cont percentile_disc`,
  `conv crc32 log2 pow rand truncate greatest least interval if ifnull isnull nvl nvl2
   ascii bin bit_length char char_length character_length concat_ws elt export_set field find_in_set format from_base64
   hex insert instr lcase left locate lpad make_set mid oct octet_length ord position quote regexp_instr regexp_like
   regexp_replace regexp_substr repeat reverse right rpad soundex space strcmp substring_index to_base64 ucase unhex
   weight_string convert md5 sha sha1 sha2 inet_aton inet_ntoa inet6_aton inet6_ntoa is_ipv4 is_ipv6 uuid`,
  `adddate addtime convert_tz curdate curtime date date_add date_format date_sub datediff day dayname dayofmonth
   dayofweek dayofyear extract from_days from_unixtime get_format hour last_day localtime localtimestamp makedate
   maketime microsecond minute month monthname now period_add period_diff quarter sec_to_time second str_to_date subdate
   subtime sysdate time time_format time_to_sec timediff timestamp timestampadd timestampdiff to_days to_seconds
   unix_timestamp utc_date utc_time utc_timestamp week weekday weekofyear year yearweek add_months to_char`,
  `json_array json_array_append json_array_insert json_contains json_contains_path json_depth json_extract json_insert
   json_keys json_length json_merge_patch json_merge_preserve json_object json_overlaps json_pretty json_quote
   json_remove json_replace json_search json_set json_type json_unquote json_valid json_value json_exists json_query
   json_compact json_detailed`,
  `st_area st_asgeojson st_astext st_buffer st_centroid st_contains st_distance st_distance_sphere st_geomfromtext
   st_intersects st_length st_point st_within st_x st_y point`,
)
