import { names } from './functions/common.ts'

/** Parts of dates that engines accept as unquoted arguments. */
export const dateParts = names(
  `year quarter month week day hour minute second millisecond microsecond dayofyear dayofweek weekday isoweek isoyear
   years quarters months weeks days hours minutes seconds yy yyyy mm dd hh mi ss ww wk dw dy qq date time datetime
   nanosecond epoch_second epoch_millisecond yearofweek weekiso dayofweekiso d m y q h`,
)
