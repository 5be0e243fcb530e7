import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/harness/prerequisites.ts'],
    reporters: ['default', './test/harness/count-reporter.ts'],
    pool: 'forks',
    // Files share the machine's displays, and some of them measure time.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
