// The main function of every doctest program of this project.
#define DOCTEST_CONFIG_IMPLEMENT  // for builds that have precompiled the header
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

namespace support {

[[gnu::weak]] void renew_data_home();  // process.hpp; null in a program that runs none

namespace {

/// Begins each case with an empty data folder, so that no case finds what another one has stored.
struct DataHomes final : doctest::IReporter {
  explicit DataHomes(const doctest::ContextOptions& /*options*/) {}
  void test_case_start(const doctest::TestCaseData& /*test*/) override {
    if (renew_data_home != nullptr) renew_data_home();
  }
  void report_query(const doctest::QueryData& /*data*/) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats& /*stats*/) override {}
  void test_case_reenter(const doctest::TestCaseData& /*test*/) override {}
  void test_case_end(const doctest::CurrentTestCaseStats& /*stats*/) override {}
  void test_case_exception(const doctest::TestCaseException& /*exception*/) override {}
  void subcase_start(const doctest::SubcaseSignature& /*subcase*/) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData& /*assert*/) override {}
  void log_message(const doctest::MessageData& /*message*/) override {}
  void test_case_skipped(const doctest::TestCaseData& /*test*/) override {}
};

REGISTER_LISTENER("data-homes", 1, DataHomes);

}  // namespace
}  // namespace support
