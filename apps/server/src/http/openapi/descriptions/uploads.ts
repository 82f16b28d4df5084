import type { SchemaTexts } from './text.ts'

const id = ['ID of the upload.', '5d0c7f9e-2b1a-4c64-9f3e-8a7b6c5d4e3f'] as const

/** Texts of uploads that become databases. */
export const uploadTexts: SchemaTexts = {
  UploadFile: {
    description: 'A file of an upload.',
    properties: {
      name: ['Name of the file. Its ending decides how text is read.', 'orders.csv'],
      size: ['Bytes of the file.', 18_432],
    },
  },
  StartUploadRequest: {
    description: 'Files to upload.',
    properties: {
      files: 'One SQLite file, or CSV and Excel files.',
      'files.name': ['Name of the file. Its ending decides how text is read.', 'orders.csv'],
      'files.size': ['Bytes of the file.', 18_432],
      replaces: ['ID of the connection whose file the upload replaces.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
    },
  },
  Upload: {
    description: 'Files on their way to the server.',
    properties: {
      id: [...id],
      piece_bytes: ['The most bytes of one request.', 4_194_304],
      files: 'The files, in the order of their numbers from 0.',
    },
  },
  UploadProgress: {
    description: 'How much of a file has arrived.',
    properties: { received: ['Bytes of the file that have arrived. Send the next piece from this offset.', 18_432] },
  },
  UploadedTable: {
    description: 'A table of an upload.',
    properties: {
      name: ['Name of the table.', 'orders'],
      is_view: 'Whether it is a view.',
      file: ['File that the table comes from.', 'orders.csv'],
      sheet: ['Sheet that the table comes from. Null for a CSV or SQLite file.', 'January', null],
      row_count: ['Number of rows. Null if unknown, as for a view.', 1200],
      is_counted: 'Whether the number of rows is exact.',
      column_count: ['Number of columns.', 8],
      columns: 'The first 200 columns.',
      'columns.name': ['Name of the column.', 'order_id'],
      'columns.type': ['Type of the column.', 'INTEGER'],
    },
  },
  UploadChanges: {
    description: 'What differs from the database that the upload replaces.',
    properties: {
      missing_tables: ['Tables that the upload lacks.', ['returns']],
      added_tables: ['Tables that are new.', ['refunds']],
      missing_columns: 'Columns that the upload lacks, by table.',
      'missing_columns.table': ['Name of the table.', 'orders'],
      'missing_columns.columns': ['Names of the columns.', ['discount']],
    },
  },
  UploadPreview: {
    description: 'The database that the files would become.',
    properties: {
      id: [...id],
      suggested_name: ['A free name, made from the first file.', 'Orders'],
      table_count: ['Number of tables and views.', 3],
      tables: 'The first 500 tables and views.',
      warnings: 'What to know about the files, as ICU patterns with their values.',
      changes: 'What differs from the database that the upload replaces. Null if it replaces none.',
    },
  },
  CreateFromUploadRequest: {
    description: 'The connection to make from an upload.',
    properties: {
      name: ['Name of the connection.', 'Orders'],
      description: ['What the database contains.', 'Orders of all shops since 2024'],
      application_id: ['ID of the application. Null or absent for its own.', '2e8f01b5-7a49-4c3d-8d62-f1e07a9b5c24'],
      visibility: 'Who can use it.',
    },
  },
  ReplaceFileRequest: {
    description: 'The upload that replaces the file of a connection.',
    properties: { upload_id: [...id] },
  },
  DiscardUploadResponse: { description: 'The discarded upload.', properties: { id: [...id] } },
}
