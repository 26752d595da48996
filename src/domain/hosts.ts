const testNetworks = [
  /^localhost$/,
  /^127(\.\d{1,3}){3}$/,
  /^\[?::1\]?$/,
  /^10(\.\d{1,3}){3}$/,
  /^172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}$/,
  /^192\.168(\.\d{1,3}){2}$/,
  /\.local$/,
];

/** The name without its port; an IPv6 address keeps its brackets. */
const nameOf = (host: string) => host.toLowerCase().replace(/:\d{1,5}$/, '');

/** Whether a host is this machine or a test network, which no hospital is registered under. */
export const isTestHost = (host: string): boolean => testNetworks.some((network) => network.test(nameOf(host)));

/** The host a hospital is looked up by: local and test-network hosts stand for the configured test hospital. */
export const websiteOf = (host: string, testHospitalHost: string): string =>
  isTestHost(host) ? testHospitalHost : host;
