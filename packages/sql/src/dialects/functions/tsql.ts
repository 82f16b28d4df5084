import { commonFunctions, names } from './common.ts'

export const tsqlFunctions = names(
  commonFunctions,
  `approx_count_distinct checksum_agg count_big grouping grouping_id stdev stdevp string_agg var varp percentile_cont
   percentile_disc approx_percentile_cont approx_percentile_disc
   square rand atn2 choose iif isnull greatest least try_cast try_convert try_parse parse convert cast
   ascii char charindex concat_ws difference format left len nchar patindex quotename replicate reverse right soundex
   space str string_escape stuff translate unicode datalength isnumeric checksum binary_checksum
   dateadd datediff datediff_big datefromparts datename datepart datetime2fromparts datetimefromparts
   datetimeoffsetfromparts day eomonth getdate getutcdate isdate month smalldatetimefromparts switchoffset sysdatetime
   sysdatetimeoffset sysutcdatetime timefromparts todatetimeoffset year date_bucket datetrunc
   isjson json_value json_query json_modify json_object json_array json_path_exists
   json_arrayagg json_objectagg json_contains
   regexp_like regexp_replace regexp_substr regexp_instr regexp_count
   hashbytes newid compress decompress base64_encode base64_decode unistr parsename product
   bit_count get_bit set_bit left_shift right_shift
   edit_distance edit_distance_similarity jaro_winkler_distance jaro_winkler_similarity`,
)

export const tsqlTableFunctions = names('string_split generate_series openjson regexp_matches regexp_split_to_table')
