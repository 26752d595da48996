import { expect, test } from 'vitest';
import { isTestHost, websiteOf } from '../../contract/site.ts';

test.each([
  'localhost',
  'localhost:8080',
  'LOCALHOST',
  '127.0.0.1',
  '127.8.9.10:3000',
  '[::1]',
  '[::1]:8080',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255:80',
  '192.168.0.7',
  'ward.local',
  'ward.local:8080',
])('%s is this machine or a test network', (host) => {
  expect(isTestHost(host)).toBe(true);
});

test.each([
  'hospital.example',
  'hospital-b.localhost',
  'localhost.hospital.example',
  '128.0.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.169.0.1',
  '11.0.0.1',
  '10.1.2.3.example',
  'local',
  'notlocal',
])('%s is a site of its own', (host) => {
  expect(isTestHost(host)).toBe(false);
});

test('a test host is looked up as the configured hospital, any other host as itself', () => {
  expect(websiteOf('192.168.1.5:8080', 'demo.hospital.example')).toBe('demo.hospital.example');
  expect(websiteOf('a.hospital.example:8443', 'demo.hospital.example')).toBe('a.hospital.example:8443');
});
