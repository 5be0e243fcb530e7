/**
 * npm run bench: what snapshots and searches cost an application, printed and written into the README.
 * --json prints the bare figures instead and writes nothing; --rounds N (7) is how often each thing is measured.
 */
import { inProject } from './application.mjs';
import { measureFinding, measureTable } from './finding.mjs';
import { measureAccessibility, measureSnapshots, measureStartUp } from './measure.mjs';
import { render, writeInto } from './report.mjs';
import { Server } from './server.mjs';

const json = process.argv.includes('--json');
const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 7;

const { snapshots, finding, table, accessibility } = await measureWithServer();
const startUp = await measureStartUp(10_000, rounds);

if (json) {
  process.stdout.write(`${JSON.stringify({ snapshots, finding, table, startUp })}\n`);
} else {
  const report = render({ snapshots, finding, table, accessibility, startUp });
  process.stdout.write(`${report}\n`);
  writeInto(inProject('README.md'), report);
}

async function measureWithServer() {
  const server = await Server.start();
  try {
    const snapshots = [];
    for (const widgets of [10_000, 50_000]) snapshots.push(await measureSnapshots(server, widgets, rounds));
    const finding = await measureFinding(server, 10_000, rounds);
    const table = await measureTable(server, rounds);
    const accessibility = json ? undefined : await measureAccessibility(server, 10_000);
    return { snapshots, finding, table, accessibility };
  } finally {
    await server.close();
  }
}
