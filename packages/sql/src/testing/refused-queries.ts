import type { SqlDialect } from '@parlance/contract'

interface RefusedQueries {
  dialect: SqlDialect
  /** The number of queries in the file, one per line. */
  lines: number
  /** Lines of queries that are refused without any rule. */
  always: number[]
  /** Lines of queries that are refused only with a rule on each table. */
  underRules: number[]
}

/** Queries that the gate refuses in each file of real queries. Remove lines, never add one. */
export const refusedQueries: Record<string, RefusedQueries> = {
  'classical.sqlite': { dialect: 'sqlite', lines: 340, always: [274], underRules: [] },
  'spider2.sqlite': { dialect: 'sqlite', lines: 24, always: [19], underRules: [] },
  'spider2.bigquery': { dialect: 'bigquery', lines: 65, always: [], underRules: [] },
  'spider2.snowflake': { dialect: 'snowflake', lines: 97, always: [], underRules: [] },
  'ms-samples.tsql': {
    dialect: 'tsql',
    lines: 147,
    always: [
      4, 39, 41, 42, 43, 44, 45, 47, 48, 53, 54, 56, 60, 61, 80, 82, 83, 85, 91, 98, 99, 100, 112, 116, 117, 120, 123,
      125, 126, 127, 128, 129, 130, 132, 133, 136, 137, 138, 145, 146,
    ],
    underRules: [],
  },
  'oracle-ex.oracle': {
    dialect: 'oracle',
    lines: 569,
    always: [
      5, 6, 7, 8, 9, 10, 11, 12, 16, 17, 21, 22, 23, 27, 28, 29, 30, 31, 32, 33, 35, 40, 43, 46, 47, 48, 49, 54, 55, 59,
      60, 61, 62, 63, 64, 67, 69, 70, 71, 72, 73, 74, 75, 77, 79, 99, 102, 103, 105, 123, 124, 125, 129, 132, 133, 135,
      139, 140, 141, 156, 157, 158, 159, 160, 169, 171, 172, 180, 200, 210, 233, 241, 242, 249, 250, 251, 259, 274, 275,
      277, 278, 302, 303, 304, 305, 306, 307, 308, 309, 310, 334, 341, 360, 374, 375, 387, 441, 444, 466, 467, 468, 470,
      471, 472, 492, 514, 519, 523, 527, 533, 534, 535, 536, 537, 538, 539, 540, 541, 542, 543, 544, 545, 546, 547, 548,
      549, 550, 551, 552, 553, 554, 555, 556, 557, 558, 559, 560, 561, 562, 563, 564, 565, 566, 567, 568, 569,
    ],
    underRules: [199],
  },
  'hana-ex.hana': {
    dialect: 'hana',
    lines: 277,
    always: [
      2, 5, 12, 20, 23, 24, 26, 31, 32, 34, 35, 36, 37, 38, 41, 42, 43, 44, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58,
      59, 60, 61, 62, 66, 67, 70, 77, 78, 79, 80, 81, 83, 84, 85, 86, 89, 90, 91, 94, 102, 104, 114, 115, 116, 117, 124,
      136, 172, 173, 174, 175, 176, 177, 180, 181, 182, 183, 185, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217,
      218, 219, 220, 221, 231, 233, 234, 241, 243, 244, 247, 248, 249, 250, 257, 258, 259, 260, 261, 262, 263, 264, 265,
      266, 269, 270, 271, 272, 273, 274, 275, 276,
    ],
    underRules: [],
  },
  'dremio-oss.dremio': {
    dialect: 'dremio',
    lines: 80,
    always: [
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 26, 27, 58, 59, 60, 61, 62,
      63, 68, 69, 75, 76,
    ],
    underRules: [],
  },
  'tpc-opt.generic': { dialect: 'dremio', lines: 92, always: [21, 33, 89], underRules: [] },
}
