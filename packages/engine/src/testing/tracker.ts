import { DatabaseSync } from 'node:sqlite'
import { testDatabase, type TestDatabase } from './sqlite-database.ts'

/** The value of today in every test over the project tracker. */
export const trackerToday = '2025-06-15'

const schema = `
CREATE TABLE teams (team_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE members (member_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, team_id INTEGER NOT NULL REFERENCES teams, role TEXT NOT NULL);
CREATE TABLE projects (project_id INTEGER PRIMARY KEY, title TEXT NOT NULL, team_id INTEGER NOT NULL REFERENCES teams, budget REAL NOT NULL, start_date DATE NOT NULL, end_date DATE);
CREATE TABLE tasks (task_id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL REFERENCES projects, assignee_id INTEGER REFERENCES members, title TEXT NOT NULL, priority TEXT NOT NULL, status TEXT NOT NULL, created_on DATE NOT NULL, due_date DATE NOT NULL, completed_on DATE, estimate_hours REAL NOT NULL);
CREATE TABLE time_entries (entry_id INTEGER PRIMARY KEY, task_id INTEGER NOT NULL REFERENCES tasks, member_id INTEGER NOT NULL REFERENCES members, work_date DATE NOT NULL, hours REAL NOT NULL);
CREATE VIEW tasks_by_project AS SELECT p.title AS project, count(*) AS task_count FROM tasks t JOIN projects p ON p.project_id = t.project_id GROUP BY p.project_id;
`

const rows = `
INSERT INTO teams VALUES (1, 'Web'), (2, 'Data');
INSERT INTO members VALUES (1, 'Ida Moss', 1, 'developer'), (2, 'Jon Park', 1, 'designer'), (3, 'Kim Lund', 2, 'developer'), (4, 'Leo Marsh', 2, 'analyst');
INSERT INTO projects VALUES (1, 'Website relaunch', 1, 50000, '2024-09-01', NULL), (2, 'Mobile app', 1, 80000, '2025-01-15', NULL), (3, 'Data warehouse', 2, 120000, '2024-03-01', '2025-03-31');
INSERT INTO tasks VALUES (1, 1, 1, 'Set up pages', 'high', 'done', '2024-09-05', '2024-10-01', '2024-09-28', 20), (2, 1, 2, 'Draw icons', 'low', 'done', '2024-11-10', '2024-12-01', '2024-12-09', 12), (3, 1, 1, 'Fix menu', 'medium', 'open', '2025-05-02', '2025-06-01', NULL, 4), (4, 2, 2, 'Sketch screens', 'high', 'done', '2025-01-20', '2025-02-10', '2025-02-07', 30),
  (5, 2, 1, 'Build login', 'high', 'in progress', '2025-04-01', '2025-06-30', NULL, 40), (6, 2, NULL, 'Write help', 'low', 'open', '2025-06-03', '2025-07-15', NULL, 8), (7, 3, 3, 'Load orders', 'high', 'done', '2024-04-10', '2024-05-01', '2024-05-03', 60), (8, 3, 4, 'Check totals', 'medium', 'done', '2025-01-08', '2025-02-01', '2025-01-30', 16);
INSERT INTO time_entries VALUES (1, 1, 1, '2024-09-10', 8), (2, 1, 1, '2024-09-11', 6), (3, 2, 2, '2024-11-20', 7), (4, 4, 2, '2025-01-22', 8), (5, 4, 2, '2025-01-23', 8), (6, 5, 1, '2025-05-05', 6), (7, 5, 1, '2025-06-02', 7.5), (8, 7, 3, '2024-04-15', 8), (9, 8, 4, '2025-01-10', 5), (10, 3, 1, '2025-06-03', 2);
`

/** A small in-memory project tracker with tasks, hours, and a view named like a grouping. */
export function openTracker(): TestDatabase {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  database.exec(rows)
  return testDatabase(database)
}
