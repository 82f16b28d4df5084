import { commonFunctions, names } from './common.ts'

/**
 * pg_catalog functions that compute only from their arguments; none that read files, settings, or catalogues, or sleep.
 */
export const postgresqlFunctions = names(
  commonFunctions,
  `every bool_and bool_or bit_and bit_or bit_xor string_agg array_agg json_agg jsonb_agg json_object_agg jsonb_object_agg
   any_value mode percentile_cont percentile_disc stddev stddev_pop stddev_samp variance var_pop var_samp corr covar_pop
   covar_samp regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy grouping
   range_agg range_intersect_agg`,
  `cbrt div factorial gcd lcm trunc width_bucket random min_scale scale trim_scale
   acosd asind atand atan2d cosd cotd sind tand sinh cosh tanh asinh acosh atanh pow erf erfc`,
  `ascii bit_length btrim char_length character_length chr concat_ws decode encode format initcap left lpad md5
   octet_length overlay parse_ident position quote_ident quote_literal quote_nullable regexp_count regexp_instr
   regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_substr repeat reverse right
   rpad split_part starts_with string_to_array strpos to_ascii to_hex to_bin to_oct translate unistr normalize
   is_normalized sha224 sha256 sha384 sha512 crc32 get_bit get_byte set_bit set_byte similar_to_escape casefold
   like_escape`,
  `age clock_timestamp date_add date_bin date_part date_subtract date_trunc extract isfinite justify_days justify_hours
   justify_interval make_date make_interval make_time make_timestamp make_timestamptz now statement_timestamp timeofday
   timezone transaction_timestamp to_timestamp to_date to_char to_number localtime localtimestamp current_time
   current_timestamp current_date current_time_n current_timestamp_n localtime_n localtimestamp_n overlaps`,
  `array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions
   array_prepend array_remove array_replace array_reverse array_sample array_shuffle array_sort array_to_string
   array_upper cardinality trim_array unnest`,
  `to_json to_jsonb array_to_json row_to_json json_build_array jsonb_build_array json_build_object jsonb_build_object
   json_object jsonb_object json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text
   json_array_length jsonb_array_length json_each jsonb_each json_each_text jsonb_each_text json_extract_path
   jsonb_extract_path json_extract_path_text jsonb_extract_path_text json_object_keys jsonb_object_keys
   json_strip_nulls jsonb_strip_nulls jsonb_set jsonb_set_lax jsonb_insert jsonb_path_exists jsonb_path_match
   jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_pretty json_typeof jsonb_typeof
   jsonb_path_exists_tz jsonb_path_query_tz jsonb_path_query_array_tz jsonb_path_query_first_tz`,
  `generate_series generate_subscripts num_nonnulls num_nulls isempty lower_inc lower_inf upper_inc upper_inf
   range_merge int4range int8range numrange tsrange tstzrange daterange multirange
   abbrev broadcast family host hostmask masklen netmask network set_masklen text inet_merge inet_same_family
   area center diameter diagonal height width isclosed isopen npoints path point polygon radius box circle line lseg slope
   to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_rank_cd ts_headline
   tsvector_to_array setweight strip numnode querytree tsquery_phrase array_to_tsvector ts_filter ts_delete
   uuid_extract_timestamp uuid_extract_version gen_random_uuid uuidv4 uuidv7`,
  `similarity word_similarity strict_word_similarity unaccent levenshtein soundex difference metaphone dmetaphone
   regexp_split_to_table string_to_table pg_typeof
   st_distance st_dwithin st_intersects st_contains st_within st_covers st_area st_length st_x st_y st_astext st_asgeojson
   st_makepoint st_point st_setsrid st_transform st_buffer st_centroid st_geomfromtext st_union st_collect st_srid
   int4 int8 int2 float4 float8 numeric bool varchar bpchar date time timestamp timestamptz interval`,
)

export const postgresqlTableFunctions = names(
  `generate_series unnest json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text
   json_each jsonb_each json_each_text jsonb_each_text json_object_keys jsonb_object_keys regexp_split_to_table
   string_to_table regexp_matches generate_subscripts jsonb_path_query
   json_to_record jsonb_to_record json_to_recordset jsonb_to_recordset`,
)

/** Types whose values reveal nothing about the system's catalogues. */
export const postgresqlCastTypes = names(
  `bool boolean char bpchar varchar text name citext int2 int4 int8 smallint integer bigint float4 float8 real decimal
   numeric money bytea bit varbit date time timetz timestamp timestamptz interval uuid json jsonb jsonpath hstore ltree
   inet cidr macaddr macaddr8 point line lseg box path polygon circle tsvector tsquery
   int4range int8range numrange tsrange tstzrange daterange int4multirange int8multirange nummultirange tsmultirange
   tstzmultirange datemultirange geometry geography vector halfvec record`,
)
