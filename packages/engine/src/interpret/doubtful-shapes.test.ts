import { describe, expect, it } from 'vitest'
import type { Filter, Query } from '../query.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { col, computed, having, openTables, query, reasonOf, rowsIn, where, without } from '../testing/queries.ts'
import { doubtful } from './doubtful.ts'
import { doubtfulShape } from './doubtful-shapes.ts'

const database = openTables(`
CREATE TABLE faculties (faculty_id INTEGER PRIMARY KEY, name TEXT, budget INTEGER);
CREATE TABLE teachers (teacher_id INTEGER PRIMARY KEY, name TEXT, home_town TEXT, salary INTEGER, faculty_id INTEGER REFERENCES faculties);
CREATE TABLE students (student_id INTEGER PRIMARY KEY, name TEXT, home_town TEXT, age INTEGER, faculty_id INTEGER REFERENCES faculties);
CREATE TABLE courses (course_id INTEGER PRIMARY KEY, title TEXT, credits INTEGER, teacher_id INTEGER REFERENCES teachers);
CREATE TABLE enrollments (enrollment_id INTEGER PRIMARY KEY, student_id INTEGER REFERENCES students, course_id INTEGER REFERENCES courses, grade INTEGER);`)
const schema = modelSchema(database.catalogue, [])
database.close()

const names = (changes: Partial<Query> = {}) => query('students', [col('students.name')], changes)
const byAge = (descending: boolean) => ({ expression: col('students.age'), descending })
const counted = (table: string, of: string): Filter =>
  having(table, of, { having: { expression: rowsIn(table), operator: '>', value: 1 } })

describe('a reading that can’t be meant is declined', () => {
  it.each<[string, Query, string]>([
    ['a sorted total', query('students', [rowsIn('students')], { order: [byAge(true)] }), 'about whatever comes first'],
    [
      'a limit of what is not shown',
      query('students', [col('faculties.name')], { limit: 5 }),
      'not clear what “5” refers to',
    ],
    [
      'what two mentioned tables have, without saying whose',
      names({ spoken: ['students', 'teachers', 'courses'], filters: [where('faculties.name', '=', 'History')] }),
      'whether you mean the faculties of the students or of the teachers',
    ],
    [
      'a column that a related table has, too',
      query('students', [col('students.home_town')], {
        spoken: ['students'],
        filters: [having('teachers', 'students')],
      }),
      'students and teachers both have home town',
    ],
    [
      'the first of excluded rows',
      names({
        filters: [without('enrollments', 'students')],
        order: [{ expression: computed('max', 'enrollments.grade'), descending: true }],
        limit: 1,
      }),
      'not clear which enrollments to exclude',
    ],
    [
      'a number of owners',
      names({ filters: [counted('faculties', 'students')] }),
      'belongs to at most one of faculties',
    ],
    [
      'the first and the last at once',
      names({ order: [byAge(true), byAge(false)], limit: 1 }),
      'cannot be shown together',
    ],
    [
      'values of a column that one row excludes',
      query('students', [col('students.home_town')], { spoken: [], filters: [without('enrollments', 'students')] }),
      'enough to exclude a home town',
    ],
    [
      'a single amount of several',
      names({ order: [{ expression: col('enrollments.grade'), descending: true }], limit: 1 }),
      'whether to use a single grade or all of them together',
    ],
    [
      'a count of a column that a condition fixes',
      query('students', [computed('count', 'students.name')], { filters: [where('students.name', '=', 'Dan')] }),
      'only one name',
    ],
    [
      'columns of rows that must not exist',
      query('students', [col('students.name'), col('enrollments.grade')], {
        filters: [without('enrollments', 'students')],
      }),
      'about enrollments that do not exist',
    ],
    [
      'conditions that no row can match',
      names({
        filters: [
          where('students.age', '=', 20),
          { kind: 'any', filters: [where('students.age', '=', 21), where('students.name', '=', 'Dan')] },
        ],
      }),
      'which side of “or”',
    ],
  ])('%s', (_name, asked, reason) => {
    expect(reasonOf(doubtfulShape(schema, asked))).toContain(reason)
  })
})

describe('a reading of the same kind that can be meant is not', () => {
  it.each<[string, Query]>([
    ['a plain list', names()],
    ['a total', query('students', [rowsIn('students')])],
    ['a sorted list', names({ order: [byAge(true)], limit: 3 })],
    [
      'sorted groups',
      query('students', [col('students.home_town'), rowsIn('students')], {
        groups: [col('students.home_town')],
        order: [{ expression: rowsIn('students'), descending: true }],
        limit: 1,
      }),
    ],
    ['a limit of what is shown', names({ limit: 5 })],
    ['what only the subject has', names({ filters: [where('faculties.name', '=', 'History')] })],
    ['a number of rows that it owns', names({ filters: [counted('enrollments', 'students')] })],
    [
      'two different orders',
      names({ order: [byAge(true), { expression: col('students.name'), descending: false }], limit: 1 }),
    ],
    ['names of rows without any', names({ filters: [without('enrollments', 'students')] })],
    [
      'a single amount that the question names',
      names({
        order: [{ expression: col('enrollments.grade'), descending: true }],
        limit: 1,
        spoken: ['students', 'enrollments'],
      }),
    ],
    [
      'a count of another column than the fixed one',
      query('students', [computed('count', 'students.home_town')], { filters: [where('students.name', '=', 'Dan')] }),
    ],
    [
      'conditions on the same column that rows can match',
      names({
        filters: [
          where('students.age', '>', 20),
          { kind: 'any', filters: [where('students.age', '=', 21), where('students.age', '=', 22)] },
        ],
      }),
    ],
  ])('%s', (_name, asked) => {
    expect(reasonOf(doubtfulShape(schema, asked))).toBe('')
  })
})

describe('words that no query can express', () => {
  const either = names({
    filters: [{ kind: 'any', filters: [where('students.age', '=', 1), where('students.age', '=', 2)] }],
  })
  it.each<[string, Query, string]>([
    ['students not only from Lund but also from Ystad', names(), 'Use “both … and …” instead.'],
    ['students who are both 1 and 2', either, 'not clear what “both” refers to'],
    ['students who are 1 or 2', either, ''],
    ['both students', names(), ''],
    ['How many students will there be?', names(), 'does not cover the future'],
    ['students with a will', names(), ''],
    ['Who is in faculty 1?', query('students', [col('students.faculty_id')]), '“Who” asks for people'],
    ['who is in Lund?', names(), ''],
    [
      'average salary of each teacher',
      query('teachers', [col('teachers.name'), computed('avg', 'teachers.salary')], {
        groups: [col('teachers.teacher_id'), col('teachers.name')],
      }),
      'Each teacher appears only once, so there is nothing to calculate',
    ],
    [
      'total salary of each teacher',
      query('teachers', [col('teachers.name'), computed('sum', 'teachers.salary')], {
        groups: [col('teachers.teacher_id'), col('teachers.name')],
      }),
      '',
    ],
    [
      'number of teachers by teacher',
      query('teachers', [col('teachers.name'), rowsIn('teachers')], {
        groups: [col('teachers.teacher_id'), col('teachers.name')],
      }),
      'nothing to count',
    ],
    [
      'number of teachers by town',
      query('teachers', [col('teachers.home_town'), rowsIn('teachers')], { groups: [col('teachers.home_town')] }),
      '',
    ],
  ])('%s', (question, asked, reason) => {
    const text = reasonOf(doubtful(schema, question, asked))
    expect(reason === '' ? text : text.includes(reason)).toBe(reason === '' ? '' : true)
  })
})
